import type { Reader } from './data/reader.ts';
import type { Host } from './host.ts';
import type { ReportChart } from './report-chart.ts';
import type { Column, ParameterValues } from './resource/fields.ts';
import type { PlaceSelection } from './resource/place-filter.ts';

type Asked = Readonly<Record<string, Column<unknown, unknown>>>;
type Rows = Iterable<Readonly<Record<string, unknown>>>;

/** A table of figures: a page, a CSV document and print, all from this. */
export interface Report<P extends string = string> {
  /** In the address: lower-case words with hyphens. */
  key: string;
  title: string;
  /** One sentence: what it tells, and whom it helps. */
  about: string;
  /** A permission, `admin` or `login`; absent means everybody. */
  needs?: P;
  /**
   * The register whose records it tells of, where those stand somewhere, for example `assets`: the report is then
   * narrowed to a location and a business unit as their list is, and `rows` keeps to the `place` that it is given.
   * `false` when its rows stand nowhere.
   */
  stands: string | false;
  /** What it is asked by, as fields of a form. */
  asks: Asked;
  /** What each row has, in the order of the page, with the title of the column. */
  columns: Readonly<Record<string, string>>;
  /** Drawn above the rows where a picture helps. */
  chart?: ReportChart;
  /** The rows, one at a time: a report may be longer than memory. */
  rows(reader: Reader, given: never, host: Host): Rows;
}

/** Declares a report; what `rows` is given is typed by what is asked for and by whether its rows stand somewhere. */
export const report = <
  const S extends string | false,
  const P extends string = never,
  const A extends Asked = Record<never, never>,
>(
  given: Omit<Report<P>, 'asks' | 'rows' | 'stands'> & {
    stands: S;
    asks?: A;
    rows(
      reader: Reader,
      given: ParameterValues<A> & (S extends string ? { place: PlaceSelection } : unknown),
      host: Host,
    ): Rows;
  },
): Report<P> => ({ ...given, asks: given.asks ?? {} });
