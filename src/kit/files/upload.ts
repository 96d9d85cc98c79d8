import { cleanText } from '../clean-text.ts';
import { AppError, type Issue, invalid } from '../errors.ts';
import { checkFormField } from '../http/form-fields.ts';
import { withIncomingBody } from '../http/incoming-body.ts';
import { isMultipart, type ParsedForm, readMultipart } from '../http/multipart.ts';
import { type AcceptRule, type FileStore, fileTooLargeError, type StoredFile } from './store.ts';

const FIELD_BYTES = 64 * 1024;

export interface UploadResult {
  file: StoredFile;
  fields: Readonly<Record<string, string>>;
}

/**
 * Accepts an upload of exactly one file and writes it to disk while it arrives. The body is multipart, or raw
 * `application/octet-stream` with `?filename=`. `use` lists the file in the transaction that makes it part of
 * a record. If that fails or does not become durable, the file is deleted. Throws 400 without a file or for
 * an invalid form, and the errors of `FileStore.save`. The route must run all checks that do not need the
 * file before this call.
 */
export function attach<T>(
  store: FileStore,
  req: Request,
  area: string,
  rule: AcceptRule,
  use: (upload: UploadResult) => T,
): Promise<T> {
  return attachIfAny(store, req, area, rule, ({ file, fields }) => {
    if (!file) throw invalid('file', 'Send a file in the field "file".');
    return use({ file, fields });
  });
}

/**
 * Stores the file of a form, if it has one, and returns the result of `use` for the form. Deletes the file
 * again when `use` throws. Throws the errors of `attach`, except for a missing file.
 */
export async function attachIfAny<T>(
  store: FileStore,
  req: Request,
  area: string,
  rule: AcceptRule,
  use: (form: ParsedForm<StoredFile>) => T,
): Promise<T> {
  const form = await readUpload(store, req, area, rule).catch((cause) => {
    throw ofField(cause, rule.field);
  });
  try {
    const value = use(form);
    await store.settled;
    return value;
  } catch (cause) {
    if (form.file) store.discard(form.file);
    throw cause;
  }
}

/**
 * Does the same as `attach` for up to `most` files in one form: all of them or none. A 400 for one of the
 * files names it.
 */
export async function attachMany<T>(
  store: FileStore,
  req: Request,
  area: string,
  { most, ...rule }: AcceptRule & { most: number },
  use: (files: readonly StoredFile[]) => T,
): Promise<T> {
  const { files } = await readUpload(store, req, area, rule, most);
  try {
    if (files.length === 0) throw invalid('files', 'Send files in the field "files".');
    const value = use(files);
    await store.settled;
    return value;
  } catch (cause) {
    for (const file of files) store.discard(file);
    throw cause;
  }
}

/** Converts an error about the file to one about its field in the form. */
function ofField(cause: unknown, field: string | undefined): unknown {
  if (field === undefined || !(cause instanceof AppError)) return cause;
  const [issue] = (cause.details?.issues ?? []) as Issue[];
  return issue?.path === 'file' ? invalid(field, issue.message) : cause;
}

/** Converts an error about one of several files to one that names this file. */
function ofFile(cause: unknown, name: string, at: number): unknown {
  if (!(cause instanceof AppError) || cause.code !== 'VALIDATION_ERROR') return cause;
  const [issue] = (cause.details?.issues ?? []) as Issue[];
  const label = (cleanText(name) ?? `File ${at + 1}`).slice(-100);
  return issue ? invalid(`files.${at}`, `${label}: ${issue.message}`) : cause;
}

/** The bytes of an upload besides the file: other fields and multipart boundaries. */
const BESIDE_BYTES = 256 * 1024;

/** Throws 413 when the declared length is too large, so that the client need not send the body. */
function refuseDeclared(req: Request, { maxbytes }: AcceptRule): void {
  if (Number(req.headers.get('content-length') ?? 0) > maxbytes + BESIDE_BYTES)
    throw fileTooLargeError(maxbytes);
}

async function readUpload(
  store: FileStore,
  req: Request,
  area: string,
  rule: AcceptRule,
  most = 1,
): Promise<ParsedForm<StoredFile>> {
  const type = req.headers.get('content-type') ?? '';
  if (!req.body) throw invalid('file', 'Send a file.');
  if (most === 1) refuseDeclared(req, rule);
  if (isMultipart(req))
    return readMultipart(req, {
      fieldbytes: FIELD_BYTES,
      checkField: (field, text) => rule.form && checkFormField(rule.form, field, text),
      most,
      saveFile: (content, filename, at, signal) => {
        const saving = store.save(area, { filename, content, signal }, rule);
        return most === 1 ? saving : saving.catch((cause) => Promise.reject(ofFile(cause, filename, at)));
      },
      discard: (file) => store.discard(file),
    });
  if (/^application\/octet-stream\b/i.test(type)) {
    const query = req.url.includes('?') ? req.url.slice(req.url.indexOf('?')) : '';
    const { filename = '', ...fields } = Object.fromEntries(new URLSearchParams(query));
    if (!filename) throw invalid('filename', 'Send the file name with ?filename=.');
    const file = await withIncomingBody(req, (content) =>
      store.save(area, { filename, content, signal: content.signal }, rule),
    );
    return { file, files: [file], fields };
  }
  throw new AppError(
    'BAD_REQUEST',
    'Send the file as multipart/form-data, or raw as application/octet-stream with ?filename=.',
  );
}
