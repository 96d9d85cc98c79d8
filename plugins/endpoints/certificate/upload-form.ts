import { AppError, invalid, invalidFields } from '../../../src/kit/errors.ts';
import { readJson } from '../../../src/kit/http/body.ts';
import { isMultipart, readMultipart } from '../../../src/kit/http/multipart.ts';
import { type UploadCertificateInput, uploadCertificateInput } from './schemas.ts';

/** Maximum bytes of a JSON body. It is enough for certificate and key with JSON escapes. */
const MAX_UPLOAD_BYTES = 1024 * 1024;
const FIELD_BYTES = 100_000;

/** Reads certificate and key from a JSON or form body. Throws 400 without repeating any of their content. */
export async function readUpload(req: Request): Promise<UploadCertificateInput> {
  const input = isMultipart(req) && req.body ? await readForm(req) : await readBody(req);
  const parsed = uploadCertificateInput.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidFields(
    parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  );
}

async function readBody(req: Request): Promise<unknown> {
  try {
    return await readJson(req, MAX_UPLOAD_BYTES);
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'PAYLOAD_TOO_LARGE')
      throw invalid(
        'certificate',
        'The certificate with its issuers and the key can have at most 100 kB each.',
      );
    throw cause;
  }
}

async function readForm(req: Request): Promise<unknown> {
  const { fields } = await readMultipart<never>(req, {
    fieldbytes: FIELD_BYTES,
    texts: ['certificate', 'key'],
    saveFile: () => Promise.reject(invalid('certificate', 'Send the fields certificate and key.')),
    discard: () => undefined,
  });
  const { announceminutes, ...pair } = fields;
  return { ...pair, ...(announceminutes && { announceminutes: Number(announceminutes) }) };
}
