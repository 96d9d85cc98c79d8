import { z } from 'zod';
import { booleanParam } from '../../../src/kit/http/paging.ts';
import { packageColumns } from './list-columns.ts';
import { PLATFORMS } from './platforms.ts';

const version = z
  .string()
  .trim()
  .regex(
    /^(?:0|[1-9]\d{0,4})\.(?:0|[1-9]\d{0,4})\.(?:0|[1-9]\d{0,8})$/,
    'Enter three numbers, such as 0.2.0.',
  );

/** Form fields next to the file. */
export const packageInput = z.object({ version, platform: z.enum(PLATFORMS) });
export type PackageInput = z.output<typeof packageInput>;

export const packageQuery = packageColumns.createQuery({
  platform: z.enum(PLATFORMS).optional(),
  version: version.optional(),
  iscurrent: booleanParam.optional(),
});

export const packageRecord = z
  .object({
    packageid: z.int(),
    version: z.string(),
    platform: z.enum(PLATFORMS),
    originalname: z.string(),
    size: z.int().meta({ description: 'Size in bytes.' }),
    sha256: z.string(),
    iscurrent: z.boolean(),
    createdby: z.string().nullable().meta({ description: 'User who uploaded the build.' }),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'AgentPackage' });
export type PackageRecord = z.output<typeof packageRecord>;
