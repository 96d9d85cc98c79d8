import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';
import { invalid } from '../errors.ts';
import type { IncomingBody } from './incoming-body.ts';

export const MAX_FIELDS = 50;
/** Bytes in which the first part begins: a body that is divided otherwise than it says would never begin one. */
const PREAMBLE_BYTES = 64 * 1024;
const FILE_TYPE = 'application/octet-stream';

export interface ParsedForm<F> {
  fields: Readonly<Record<string, string>>;
  /** The first of them. */
  file: F | undefined;
  /** In the order of the form. */
  files: readonly F[];
}

export interface FormReader<F> {
  /** The maximum length of one field, in bytes. */
  fieldbytes: number;
  /** Other maximums, of fields that hold more than the usual ones. */
  longfields?: Readonly<Record<string, number>>;
  /** Fields that may also be sent as files, and are read as text either way. */
  texts?: readonly string[];
  /** Files that a form may have; default 1. */
  most?: number;
  /** Hears of each text once it is there, and refuses by throwing. */
  checkField?(field: string, text: string): void;
  /** Takes a file while it arrives; `at` counts from 0. It ends with `signal`, which tells what refused the form. */
  saveFile(content: AsyncIterable<Uint8Array>, filename: string, at: number, signal: AbortSignal): Promise<F>;
  /** Takes back a file that was taken, because another part of the form is refused. */
  discard(file: F): void;
}

/** A part as it begins. */
interface Part {
  field: string;
  filename: string | undefined;
  type: string;
}

/** One form while it is read. The parser makes every part a stream, so that none is longer than it may be. */
export class FormParser<F> {
  private readonly texts: { field: string; text: Promise<string> }[] = [];
  private readonly taking: Promise<F>[] = [];
  private hasBegun = false;

  constructor(
    private readonly parser: BusboyInstance,
    private readonly arrival: IncomingBody,
    private readonly reader: FormReader<F>,
  ) {}

  /** The first thing that is wrong ends it, and nothing of its files is left. */
  async readForm(): Promise<ParsedForm<F>> {
    try {
      await this.parse();
      const fields: Record<string, string> = Object.create(null);
      for (const { field, text } of this.texts) fields[field] = await text;
      const files = await Promise.all(this.taking);
      return { fields, files, file: files[0] };
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
    let bytes = 0;
    for await (const piece of arrival) {
      bytes += piece.byteLength;
      if (!parser.write(piece)) await once(parser, 'drain', { signal });
      if (!this.hasBegun && bytes > PREAMBLE_BYTES) throw unread();
    }
    parser.end();
    await finished;
  }

  private listen(): void {
    const { parser, arrival } = this;
    parser.on('file', (field, stream, filename, _encoding, type) => {
      this.hasBegun = true;
      stream.on('error', () => arrival.end(unread()));
      // The parser goes on with what it has, and makes streams of it.
      if (arrival.signal.aborted) return void stream.destroy();
      arrival.signal.addEventListener('abort', () => stream.destroy(), { once: true });
      this.part({ field: field ?? '', filename, type }, stream);
    });
    parser.on('partsLimit', () => arrival.end(tooManyFields()));
    parser.on('error', () => arrival.end(unread()));
  }

  private part({ field, filename, type }: Part, stream: Readable): void {
    const { arrival, taking, texts } = this;
    const { texts: names = [], most = 1, saveFile } = this.reader;
    const content = contentOf(stream, arrival.signal);
    if (names.includes(field) || (filename === undefined && type !== FILE_TYPE)) {
      if (texts.length === MAX_FIELDS) arrival.end(tooManyFields());
      else texts.push({ field, text: this.watched(this.read(content, field)) });
    } else if (taking.length === most) arrival.end(tooManyFiles(most));
    else taking.push(this.watched(saveFile(content, filename ?? '', taking.length, arrival.signal)));
  }

  private async read(content: AsyncIterable<Uint8Array>, field: string): Promise<string> {
    const { fieldbytes, longfields = {}, checkField } = this.reader;
    const most = Object.hasOwn(longfields, field) ? longfields[field]! : fieldbytes;
    const text = await readText(content, field, most);
    checkField?.(field, text);
    return text;
  }

  /** What refuses a part refuses the form. */
  private watched<T>(work: Promise<T>): Promise<T> {
    work.catch((cause) => this.arrival.end(cause));
    return work;
  }
}

/** Heard where it is waited for. */
const ended = () => undefined;

const unread = () => invalid('file', 'The upload could not be read.');

const tooManyFields = () => invalid('', `Send at most ${MAX_FIELDS} fields.`);

const tooManyFiles = (most: number) =>
  invalid('file', most === 1 ? 'Send one file.' : `Send at most ${most} files at once.`);

/** A field, or a file that stands for one. */
async function readText(content: AsyncIterable<Uint8Array>, field: string, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > most) throw invalid(field.slice(0, 100), 'This field is too long.');
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
