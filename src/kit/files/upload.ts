import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError, invalid } from '../errors.ts';
import type { AcceptRule, FileStore, StoredFile } from './store.ts';

export interface Upload {
  files: StoredFile[];
  fields: Record<string, string>;
}

const FIELD_BYTES = 64 * 1024;
const MAX_FILES = 50;

/**
 * Reads an upload to disk while it arrives: multipart, or a raw `application/octet-stream` body with `?filename=`.
 * Nothing is listed yet: the caller lists the files in the transaction that uses them.
 */
export async function readUpload(
  store: FileStore,
  req: Request,
  area: string,
  rule: AcceptRule,
): Promise<Upload> {
  const type = req.headers.get('content-type') ?? '';
  if (!req.body) throw invalid('file', 'Send a file.');
  if (/^multipart\/form-data/i.test(type)) return readMultipart(store, req, area, rule);
  if (/^application\/octet-stream/i.test(type)) {
    const query = Object.fromEntries(new URL(req.url).searchParams);
    const { filename = '', ...fields } = query;
    if (!filename) throw invalid('filename', 'Name the file with ?filename=.');
    const file = await store.save(area, filename, req.body, rule);
    return { files: [file], fields };
  }
  throw new AppError(
    'BAD_REQUEST',
    'Send the file as multipart/form-data, or raw as application/octet-stream with ?filename=.',
  );
}

/** An upload of exactly one file. */
export async function attachBody(
  store: FileStore,
  req: Request,
  area: string,
  rule: AcceptRule,
): Promise<{ file: StoredFile; fields: Record<string, string> }> {
  const { files, fields } = await readUpload(store, req, area, rule);
  const [file, second] = files;
  if (!file || second) throw invalid('file', file ? 'Send one file.' : 'Send a file in the field "file".');
  return { file, fields };
}

function readMultipart(store: FileStore, req: Request, area: string, rule: AcceptRule): Promise<Upload> {
  const parser = makeParser(req);
  const fields: Record<string, string> = {};
  const saving: Promise<StoredFile>[] = [];
  return new Promise((resolve, reject) => {
    const source = Readable.fromWeb(req.body as never);
    const fail = (cause: unknown) => {
      source.unpipe(parser);
      source.destroy();
      // A fault of our own disk is not the caller's: it goes on to the log.
      const isOurs = cause instanceof AppError || (cause as { syscall?: string }).syscall === 'write';
      reject(isOurs ? cause : invalid('file', 'The upload could not be read.'));
    };
    parser.on('field', (name, value) => {
      fields[name] = value;
    });
    parser.on('file', (_field, stream, filename) => {
      const saved = store.save(area, filename ?? '', stream, rule);
      saved.catch(fail);
      saving.push(saved);
    });
    parser.on('filesLimit', () => fail(invalid('file', `Send at most ${MAX_FILES} files.`)));
    parser.on('error', fail);
    source.on('error', fail);
    parser.on('finish', () => Promise.all(saving).then((files) => resolve({ files, fields }), fail));
    source.pipe(parser);
  });
}

function makeParser(req: Request): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': req.headers.get('content-type')! },
      limits: { files: MAX_FILES, fields: 50, fieldSize: FIELD_BYTES, parts: 120 },
    });
  } catch {
    throw invalid('file', 'The multipart body has no boundary.');
  }
}
