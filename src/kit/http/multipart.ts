import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalid } from '../errors.ts';
import { type Arrival, whileArriving } from './arrival.ts';

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
  /** Takes a file while it arrives; `at` counts from 0. It ends with `signal`, which tells what refused the form. */
  take(content: AsyncIterable<Uint8Array>, filename: string, at: number, signal: AbortSignal): Promise<F>;
  /** Takes back a file that was taken, because another part of the form is refused. */
  discard(file: F): void;
}

export const isMultipart = (req: Request): boolean =>
  /^multipart\/form-data\b/i.test(req.headers.get('content-type') ?? '');

/**
 * Reads a multipart body while it arrives. The first thing that is wrong with it ends it, whatever is still on its way:
 * nothing is taken any more, and nothing of its files is left.
 */
export const readMultipart = <F>(req: Request, reader: FormReader<F>): Promise<Form<F>> =>
  whileArriving(req, (arrival) => new Reading(parserFor(req, reader), arrival, reader).form());

const unread = () => invalid('file', 'The upload could not be read.');

/** One form while it is read. */
class Reading<F> {
  private readonly fields: Record<string, string> = Object.create(null);
  private readonly texts: Promise<void>[] = [];
  private readonly taking: Promise<F>[] = [];

  constructor(
    private readonly parser: BusboyInstance,
    private readonly arrival: Arrival,
    private readonly reader: FormReader<F>,
  ) {}

  async form(): Promise<Form<F>> {
    try {
      await this.parse();
      await Promise.all(this.texts);
      const files = await Promise.all(this.taking);
      return { fields: this.fields, files, file: files[0] };
    } catch (cause) {
      this.arrival.end(cause);
      // Those that are still taken end with the form.
      for (const end of await Promise.allSettled(this.taking))
        if (end.status === 'fulfilled') this.reader.discard(end.value);
      throw this.arrival.signal.reason;
    }
  }

  private async parse(): Promise<void> {
    const { parser, arrival } = this;
    const { signal } = arrival;
    const finished = once(parser, 'finish', { signal });
    finished.catch(ended);
    this.listen();
    for await (const piece of arrival) if (!parser.write(piece)) await once(parser, 'drain', { signal });
    parser.end();
    await finished;
  }

  private listen(): void {
    const { parser, arrival } = this;
    const { most = 1 } = this.reader;
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) arrival.end(invalid(name.slice(0, 100), 'This field is too long.'));
      this.fields[name] = value;
    });
    parser.on('file', (field, stream, filename) => this.file(field, stream, filename ?? ''));
    parser.on('filesLimit', () => arrival.end(tooMany(most)));
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => arrival.end(invalid('', `Send at most ${MAX_FIELDS} fields.`)));
    parser.on('error', () => arrival.end(unread()));
  }

  private file(field: string, stream: Readable, filename: string): void {
    const { arrival, taking } = this;
    const { texts = [], fieldbytes, most = 1, take } = this.reader;
    const { signal } = arrival;
    stream.on('error', () => arrival.end(unread()));
    // The parser goes on with what it has, and makes streams of it.
    if (signal.aborted) return void stream.destroy();
    signal.addEventListener('abort', () => stream.destroy(), { once: true });
    if (texts.includes(field)) this.texts.push(this.watched(this.text(field, stream, fieldbytes)));
    else if (taking.length === most) arrival.end(tooMany(most));
    else taking.push(this.watched(take(contentOf(stream, signal), filename, taking.length, signal)));
  }

  /** What refuses a part refuses the form. */
  private watched<T>(work: Promise<T>): Promise<T> {
    work.catch((cause) => this.arrival.end(cause));
    return work;
  }

  private async text(field: string, stream: Readable, most: number): Promise<void> {
    this.fields[field] = await readText(contentOf(stream, this.arrival.signal), field, most);
  }
}

/** Heard where it is waited for. */
const ended = () => undefined;

const tooMany = (most: number) =>
  invalid('file', most === 1 ? 'Send one file.' : `Send at most ${most} files at once.`);

/** A file that stands for a field. */
async function readText(content: AsyncIterable<Uint8Array>, field: string, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > most) throw invalid(field, 'This field is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The content; whatever ends it early is said as it is said of the form. */
async function* contentOf(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    // Not destroyed when its reader leaves: why he does so is told by him, a moment later.
    yield* stream.iterator({ destroyOnReturn: false });
  } catch {
    throw signal.reason ?? unread();
  }
}

function parserFor<F>(req: Request, { fieldbytes, texts = [], most = 1 }: FormReader<F>): BusboyInstance {
  const files = most + texts.length;
  try {
    return new Busboy({
      headers: { 'content-type': req.headers.get('content-type')! },
      limits: {
        files,
        fields: MAX_FIELDS,
        fieldSize: fieldbytes,
        parts: MAX_FIELDS + files,
        headerPairs: 50,
      },
    });
  } catch {
    throw invalid('file', 'The multipart body has no boundary.');
  }
}
