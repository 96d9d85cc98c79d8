import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';
import { invalid } from '../errors.ts';
import type { IncomingBody } from './incoming-body.ts';

/** The maximum number of text fields in a form. */
export const MAX_FIELDS = 50;
/**
 * The maximum number of bytes before the first part. A body with a boundary other than the declared one would
 * never reach a part.
 */
const PREAMBLE_BYTES = 64 * 1024;
const FILE_TYPE = 'application/octet-stream';

export interface ParsedForm<F> {
  fields: Readonly<Record<string, string>>;
  /** The first file of the form. */
  file: F | undefined;
  /** All files in the order of the form. */
  files: readonly F[];
}

export interface FormReader<F> {
  /** The maximum length of one field, in bytes. */
  fieldbytes: number;
  /** Other maximum lengths in bytes, for fields with longer content. */
  longfields?: Readonly<Record<string, number>>;
  /** Fields that may also be sent as files; they are read as text either way. */
  texts?: readonly string[];
  /** The maximum number of files; default 1. */
  most?: number;
  /** Checks a text field once it is complete, and rejects the form by throwing. */
  checkField?(field: string, text: string): void;
  /**
   * Saves a file while it arrives. `at` is its number, starting at 0. It stops with `signal`, whose reason is
   * the error that rejected the form.
   */
  saveFile(content: AsyncIterable<Uint8Array>, filename: string, at: number, signal: AbortSignal): Promise<F>;
  /** Deletes a saved file, because another part of the form was rejected. */
  discard(file: F): void;
}

/** The header of a part. */
interface Part {
  field: string;
  filename: string | undefined;
  type: string;
}

/**
 * Parses one form while it arrives. The parser delivers every part as a stream, so that the length of each
 * can be limited.
 */
export class FormParser<F> {
  private readonly texts: { field: string; text: Promise<string> }[] = [];
  private readonly taking: Promise<F>[] = [];
  private hasBegun = false;

  constructor(
    private readonly parser: BusboyInstance,
    private readonly arrival: IncomingBody,
    private readonly reader: FormReader<F>,
  ) {}

  /** Returns the form. At the first error, deletes all files of the form and throws that error. */
  async readForm(): Promise<ParsedForm<F>> {
    try {
      await this.parse();
      const fields: Record<string, string> = Object.create(null);
      for (const { field, text } of this.texts) fields[field] = await text;
      const files = await Promise.all(this.taking);
      return { fields, files, file: files[0] };
    } catch (cause) {
      this.arrival.end(cause);
      // The files that are still arriving stop with the form.
      for (const end of await Promise.allSettled(this.taking))
        if (end.status === 'fulfilled') this.reader.discard(end.value);
      throw this.arrival.signal.reason;
    }
  }

  private async parse(): Promise<void> {
    const { parser, arrival } = this;
    const { signal } = arrival;
    const finished = once(parser, 'finish', { signal });
    finished.catch(ignore);
    this.listen();
    let bytes = 0;
    for await (const piece of arrival) {
      bytes += piece.byteLength;
      if (!parser.write(piece)) await once(parser, 'drain', { signal });
      if (!this.hasBegun && bytes > PREAMBLE_BYTES) throw unreadableError();
    }
    parser.end();
    await finished;
  }

  private listen(): void {
    const { parser, arrival } = this;
    parser.on('file', (field, stream, filename, _encoding, type) => {
      this.hasBegun = true;
      stream.on('error', () => arrival.end(unreadableError()));
      // The parser continues with its buffered data and creates further streams.
      if (arrival.signal.aborted) return void stream.destroy();
      arrival.signal.addEventListener('abort', () => stream.destroy(), { once: true });
      this.readPart({ field: field ?? '', filename, type }, stream);
    });
    parser.on('partsLimit', () => arrival.end(tooManyFields()));
    parser.on('error', () => arrival.end(unreadableError()));
  }

  private readPart({ field, filename, type }: Part, stream: Readable): void {
    const { arrival, taking, texts } = this;
    const { texts: names = [], most = 1, saveFile } = this.reader;
    const content = contentOf(stream, arrival.signal);
    if (names.includes(field) || (filename === undefined && type !== FILE_TYPE)) {
      if (texts.length === MAX_FIELDS) arrival.end(tooManyFields());
      else texts.push({ field, text: this.rejectFormOnError(this.read(content, field)) });
    } else if (taking.length === most) arrival.end(tooManyFiles(most));
    else
      taking.push(this.rejectFormOnError(saveFile(content, filename ?? '', taking.length, arrival.signal)));
  }

  private async read(content: AsyncIterable<Uint8Array>, field: string): Promise<string> {
    const { fieldbytes, longfields = {}, checkField } = this.reader;
    const most = Object.hasOwn(longfields, field) ? longfields[field]! : fieldbytes;
    const text = await readText(content, field, most);
    checkField?.(field, text);
    return text;
  }

  /** Rejects the whole form when a part is rejected. */
  private rejectFormOnError<T>(work: Promise<T>): Promise<T> {
    work.catch((cause) => this.arrival.end(cause));
    return work;
  }
}

/** Ignores the rejection here, because another place awaits the same promise. */
const ignore = () => undefined;

const unreadableError = () => invalid('file', 'The upload could not be read.');

const tooManyFields = () => invalid('', `Send at most ${MAX_FIELDS} fields.`);

const tooManyFiles = (most: number) =>
  invalid('file', most === 1 ? 'Send one file.' : `Send at most ${most} files at once.`);

/** Reads a text field, or a file that is sent as a text field. */
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

/**
 * Yields the content of a part. If the form has been rejected, throws that error instead of the one of the
 * stream.
 */
async function* contentOf(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    // The stream is not destroyed when its consumer stops early. The consumer reports its own reason a moment
    // later.
    yield* stream.iterator({ destroyOnReturn: false });
  } catch {
    throw signal.reason ?? unreadableError();
  }
}
