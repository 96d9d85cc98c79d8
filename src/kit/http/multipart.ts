import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalid } from '../errors.ts';

const MAX_FIELDS = 50;

/** A form with at most one file. */
export interface Form<F> {
  fields: Readonly<Record<string, string>>;
  file: F | undefined;
}

export interface FormReader<F> {
  /** Bytes of one field. */
  fieldbytes: number;
  /** Takes the file while it arrives. */
  take(content: AsyncIterable<Uint8Array>, filename: string): Promise<F>;
  /** Takes back a file that was taken, because another part of the form is refused. */
  discard(file: F): void;
}

export const isMultipart = (req: Request): boolean =>
  /^multipart\/form-data\b/i.test(req.headers.get('content-type') ?? '');

/** Reads a multipart body while it arrives. When it is refused, nothing of its file is left. */
export async function readMultipart<F>(req: Request, reader: FormReader<F>): Promise<Form<F>> {
  const parser = parserFor(req, reader.fieldbytes);
  const fields: Record<string, string> = Object.create(null);
  let arriving: Readable | undefined;
  let taking: Promise<F> | undefined;
  const unread = invalid('file', 'The upload could not be read.');
  try {
    await new Promise<void>((resolve, reject) => {
      const source = Readable.fromWeb(req.body as never);
      const fail = (cause: unknown) => {
        source.unpipe(parser);
        source.destroy();
        // Whoever reads the file would wait for its rest for ever.
        arriving?.destroy(unread);
        reject(cause);
      };
      const broken = () => fail(unread);
      parser.on('field', (name, value, nameCut, valueCut) => {
        if (nameCut || valueCut) fail(invalid(name.slice(0, 100), 'This field is too long.'));
        fields[name] = value;
      });
      parser.on('file', (_field, stream, filename) => {
        arriving = stream;
        stream.on('error', broken);
        taking = reader.take(readWhole(stream, unread), filename ?? '');
        taking.catch(fail);
      });
      parser.on('filesLimit', () => fail(invalid('file', 'Send one file.')));
      for (const limit of ['fieldsLimit', 'partsLimit'] as const)
        parser.on(limit, () => fail(invalid('', `Send at most ${MAX_FIELDS} fields.`)));
      parser.on('error', broken);
      source.on('error', broken);
      parser.on('finish', resolve);
      source.pipe(parser);
    });
    return { fields, file: await taking };
  } catch (cause) {
    const own = await taking?.then(reader.discard, (error: unknown) => error);
    // What the taker itself met is told before what came of it: that the rest could not be read.
    throw own === undefined || own === unread ? cause : own;
  }
}

/** The content; whatever ends it early is said in our words. */
async function* readWhole(stream: Readable, unread: Error): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch {
    throw unread;
  }
}

function parserFor(req: Request, fieldSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': req.headers.get('content-type')! },
      limits: { files: 1, fields: MAX_FIELDS, fieldSize, parts: MAX_FIELDS + 1, headerPairs: 50 },
    });
  } catch {
    throw invalid('file', 'The multipart body has no boundary.');
  }
}
