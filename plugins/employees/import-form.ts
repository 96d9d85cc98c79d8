import { invalid } from '../../src/kit/errors.ts';
import { bodyTooLargeError, readJson } from '../../src/kit/http/body.ts';
import { isMultipart, readMultipart } from '../../src/kit/http/multipart.ts';

export const MAX_IMPORT_BYTES = 16 * 1024 * 1024;
/** Maximum bytes of each form field other than the spreadsheet. */
const FIELD_BYTES = 64 * 1024;

interface ImportUpload {
  bytes: Uint8Array;
  dryrun: boolean;
}

/**
 * Reads the spreadsheet of an import: a file or the field `csv` of a form, or the text `csv` of a JSON body.
 * Throws 400 without a spreadsheet or with an invalid `dryrun`. Above MAX_IMPORT_BYTES, throws 413 for a file
 * or a JSON body, and 400 for a field of a form.
 */
export async function readImport(req: Request): Promise<ImportUpload> {
  if (isMultipart(req)) {
    const { file, fields } = await readMultipart(req, {
      fieldbytes: FIELD_BYTES,
      longfields: { csv: MAX_IMPORT_BYTES },
      checkField: (field, text) => field === 'dryrun' && isYes(text),
      saveFile: (content) => collectBytes(content),
      discard: () => undefined,
    });
    const bytes = file ?? (fields.csv === undefined ? undefined : Buffer.from(fields.csv));
    if (!bytes) throw invalid('file', 'Send a CSV file in the field "file".');
    return { bytes, dryrun: isYes(fields.dryrun) };
  }
  const body = (await readJson(req, MAX_IMPORT_BYTES)) as { csv?: unknown; dryrun?: unknown } | null;
  if (typeof body?.csv !== 'string') throw invalid('csv', 'Send the text of a CSV file in "csv".');
  return { bytes: Buffer.from(body.csv), dryrun: isYes(body.dryrun) };
}

function isYes(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (!/^(?:true|false|1|0)$/i.test(String(value))) throw invalid('dryrun', 'Use true or false.');
  return /^(?:true|1)$/i.test(String(value));
}

async function collectBytes(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > MAX_IMPORT_BYTES) throw bodyTooLargeError(MAX_IMPORT_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
