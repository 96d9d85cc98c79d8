import type { Reader } from './data/reader.ts';
import type { Host } from './host.ts';
import type { Column, Given } from './resource/fields.ts';

type Asked = Readonly<Record<string, Column<unknown, unknown>>>;

/** A table of figures: a page, a CSV document and print, all from this. */
export interface Report<P extends string = string> {
  /** In the address: lower-case words with hyphens. */
  key: string;
  title: string;
  /** One sentence: what it tells, and whom it helps. */
  about: string;
  /** A permission, `admin` or `login`; absent means everybody. */
  needs?: P;
  /** What it is asked by, as fields of a form. */
  asks: Asked;
  /** What each row has, in the order of the page, with the title of the column. */
  columns: Readonly<Record<string, string>>;
  /** The rows, one at a time: a report may be longer than memory. */
  rows(reader: Reader, given: never, host: Host): Iterable<Readonly<Record<string, unknown>>>;
}

/** Declares a report; what `rows` is given is typed by what is asked for. */
export const report = <const P extends string = never, const A extends Asked = Record<never, never>>(
  given: Omit<Report<P>, 'asks' | 'rows'> & {
    asks?: A;
    rows(reader: Reader, given: Given<A>, host: Host): Iterable<Readonly<Record<string, unknown>>>;
  },
): Report<P> => ({ ...given, asks: given.asks ?? {} });
