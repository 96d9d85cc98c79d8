import { z } from 'zod';

/** Maximum bytes of a log's content. */
export const MAX_CONTENT_BYTES = 256 * 1024;

export const collectLogInput = z
  .object({
    hostname: z.string().min(1).max(255).optional(),
    commandid: z.int().positive(),
    path: z.string().min(1).max(1024).meta({ description: 'Path of the opened file.' }),
    content: z
      .string()
      .refine(
        (text) => Buffer.byteLength(text) <= MAX_CONTENT_BYTES,
        'Send at most the last 256 KiB of the file.',
      )
      .refine((text) => !text.includes('\u0000'), 'This is not a text file. Only text files are accepted.')
      .meta({ description: 'The end of the file, as text of at most 256 KiB.' }),
  })
  .meta({ id: 'CollectedLog' });
export type CollectLogInput = z.output<typeof collectLogInput>;

export const logRow = z
  .object({
    logid: z.int(),
    assetid: z.int(),
    commandid: z.int(),
    path: z.string(),
    size: z.int().meta({ description: 'Size of the content in bytes.' }),
    sha256: z.string(),
    createddate: z.iso.datetime(),
  })
  .meta({ id: 'EndpointLog' });

export const logRecord = logRow.extend({ content: z.string() }).meta({ id: 'EndpointLogWithContent' });
