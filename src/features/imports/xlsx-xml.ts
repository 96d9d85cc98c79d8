import { Parser } from 'saxen';
import type { TimeSlice } from '../../kit/time-slice.ts';
import { BrokenArchiveError } from './zip-archive.ts';

/** The attributes of an element, with their XML entities. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the tags and texts of a document. `open` and `close` return an item when one is complete. */
export interface XmlHandlers<T> {
  open?(name: string, attributes: () => XmlAttributes): T | undefined;
  text?(text: string): void;
  close?(name: string): T | undefined;
}

/** Minimum length of the text that the parser gets at once. */
const MIN_CHUNK = 64 * 1024;

/**
 * Reads the items of a document in batches. Names of elements have no prefix. Throws `BrokenArchiveError` for a
 * document that is not well-formed.
 */
export async function* readXml<T>(
  chunks: AsyncIterable<string>,
  handlers: XmlHandlers<T>,
  turn: TimeSlice,
): AsyncGenerator<T[]> {
  const state = { items: [] as T[], hasProgress: false };
  const parser = createParser(handlers, state);
  let pending = '';
  let wanted = MIN_CHUNK;
  for await (const chunk of chunks) {
    pending += chunk;
    if (pending.length < wanted) continue;
    // The parser needs whole attributes, which contain no "<". It reads a token that is incomplete again each
    // time, so such a token gets chunks of double length.
    const end = Math.max(0, pending.lastIndexOf('<'));
    state.hasProgress = false;
    parser.write(pending.slice(0, end));
    pending = pending.slice(end);
    wanted = state.hasProgress ? MIN_CHUNK : wanted * 2;
    if (state.items.length > 0) yield state.items.splice(0);
    if (turn.isOver) await turn.next();
  }
  parser.write(pending).end();
  yield state.items;
}

/** Reads all items of a document; none when there is no document. */
export async function readAllXml<T>(
  chunks: AsyncIterable<string> | undefined,
  handlers: XmlHandlers<T>,
  turn: TimeSlice,
): Promise<T[]> {
  const all: T[] = [];
  if (chunks)
    for await (const items of readXml(chunks, handlers, turn)) for (const item of items) all.push(item);
  return all;
}

function createParser<T>(handlers: XmlHandlers<T>, state: { items: T[]; hasProgress: boolean }): Parser {
  const add = (item: T | undefined) => {
    state.hasProgress = true;
    if (item !== undefined) state.items.push(item);
  };
  return new Parser()
    .on('openTag', (name, attributes) => add(handlers.open?.(localNameOf(name), attributes)))
    .on('closeTag', (name) => add(handlers.close?.(localNameOf(name))))
    .on('text', (text) => handlers.text?.(decodeText(text)))
    .on('cdata', (text) => handlers.text?.(text))
    .on('error', () => {
      throw new BrokenArchiveError();
    });
}

const localNameOf = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Returns a text without XML entities and without the escapes of workbooks, such as `_x000D_`. The decoder of
 * the parser does not know characters above U+FFFF.
 */
export function decodeText(text: string): string {
  const plain = text.includes('&')
    ? text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, word) => {
        if (word) return ENTITIES.get(word) ?? whole;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;
  return plain.includes('_x')
    ? plain.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : plain;
}
