import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalid } from '../errors.ts';

const MAX_FIELDS = 50;

export interface Form<F> {
  fields: Readonly<Record<string, string>>;
  /** The first of them. */
  file: F | undefined;
  /** In the order of the form. */
  files: readonly F[];
}

export interface FormReader<F> {
  /** Bytes of one field. */
  fieldbytes: number;
  /** Fields that may also be sent as files, and are read as text either way. */
  texts?: readonly string[];
  /** Files that a form may have; default 1. */
  most?: number;
  /** Takes a file while it arrives; `at` counts from 0. */
  take(content: AsyncIterable<Uint8Array>, filename: string, at: number): Promise<F>;
  /** Takes back a file that was taken, because another part of the form is refused. */
  discard(file: F): void;
}

export const isMultipart = (req: Request): boolean =>
  /^multipart\/form-data\b/i.test(req.headers.get('content-type') ?? '');

/** Reads a multipart body while it arrives. When it is refused, nothing of its files is left. */
export async function readMultipart<F>(req: Request, reader: FormReader<F>): Promise<Form<F>> {
  const { fieldbytes, texts = [], most = 1 } = reader;
  const parser = parserFor(req, fieldbytes, most + texts.length);
  const fields: Record<string, string> = Object.create(null);
  const arriving: Readable[] = [];
  const reading: Promise<void>[] = [];
  const taking: Promise<F>[] = [];
  const tooMany = () =>
    invalid('file', most === 1 ? 'Send one file.' : `Send at most ${most} files at once.`);
  const unread = invalid('file', 'The upload could not be read.');
  try {
    await new Promise<void>((resolve, reject) => {
      const source = Readable.fromWeb(req.body as never);
      const fail = (cause: unknown) => {
        source.unpipe(parser);
        source.destroy();
        // Whoever reads the file would wait for its rest for ever.
        for (const stream of arriving) stream.destroy(unread);
        reject(cause);
      };
      const broken = () => fail(unread);
      parser.on('field', (name, value, nameCut, valueCut) => {
        if (nameCut || valueCut) fail(invalid(name.slice(0, 100), 'This field is too long.'));
        fields[name] = value;
      });
      parser.on('file', (field, stream, filename) => {
        arriving.push(stream);
        stream.on('error', broken);
        if (texts.includes(field)) {
          const whole = readText(stream, field, fieldbytes).then((text) => {
            fields[field] = text;
          });
          whole.catch(fail);
          reading.push(whole);
          return;
        }
        if (taking.length === most) return fail(tooMany());
        const taken = reader.take(readWhole(stream, unread), filename ?? '', taking.length);
        taking.push(taken);
        taken.catch(fail);
      });
      parser.on('filesLimit', () => fail(tooMany()));
      for (const limit of ['fieldsLimit', 'partsLimit'] as const)
        parser.on(limit, () => fail(invalid('', `Send at most ${MAX_FIELDS} fields.`)));
      parser.on('error', broken);
      source.on('error', broken);
      parser.on('finish', resolve);
      source.pipe(parser);
    });
    await Promise.all(reading);
    const files = await Promise.all(taking);
    return { fields, files, file: files[0] };
  } catch (cause) {
    const own = await takenBack(taking, reader.discard);
    // What the taker itself met is told before what came of it: that the rest could not be read.
    throw cause === unread ? (own.find((error) => error !== unread) ?? cause) : cause;
  }
}

/** Takes back what was taken; answers why the others were not. */
async function takenBack<F>(taking: readonly Promise<F>[], discard: (file: F) => void): Promise<unknown[]> {
  const ends = await Promise.allSettled(taking);
  for (const end of ends) if (end.status === 'fulfilled') discard(end.value);
  return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
}

/** A file that stands for a field. */
async function readText(stream: Readable, field: string, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > most) throw invalid(field, 'This field is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The content; whatever ends it early is said in our words. */
async function* readWhole(stream: Readable, unread: Error): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch {
    throw unread;
  }
}

function parserFor(req: Request, fieldSize: number, files: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': req.headers.get('content-type')! },
      limits: { files, fields: MAX_FIELDS, fieldSize, parts: MAX_FIELDS + files, headerPairs: 50 },
    });
  } catch {
    throw invalid('file', 'The multipart body has no boundary.');
  }
}
