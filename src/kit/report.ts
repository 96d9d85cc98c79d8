import type { Reader } from './data/reader.ts';
import type { Host } from './host.ts';
import type { ReportChart } from './report-chart.ts';
import type { ReportGroup } from './report-group.ts';
import type { Column, ParameterValues } from './resource/fields.ts';
import type { PlaceSelection } from './resource/place-filter.ts';

type ParameterColumns = Readonly<Record<string, Column<unknown, unknown>>>;
type Rows = Iterable<Readonly<Record<string, unknown>>>;

/** A table of figures: the source of a page, a CSV document and a printout. */
export interface Report<P extends string = string> {
  /** The path segment: lower-case words with hyphens. */
  key: string;
  title: string;
  /** A sentence about its content and its readers. */
  about: string;
  /** The heading under which the page of reports lists it: `Assets` by default. */
  group?: ReportGroup;
  /** A permission, `admin` or `login`; absent means every caller. */
  needs?: P;
  /**
   * The register whose records the report covers, if they have a place, such as `assets`. Like the list of
   * the register, the report can then be narrowed to a location and a business unit. `rows` applies the
   * `place` in its parameters, as `PlaceSelection` describes. A test verifies that a place without records
   * has no rows. `false` when its rows have no place.
   */
  placeRegister: string | false;
  /** The parameters, as fields of a form. */
  parameters: ParameterColumns;
  /** The columns of a row in the order of the page, with their titles. */
  columns: Readonly<Record<string, string>>;
  /** A chart above the rows. */
  chart?: ReportChart;
  /** Returns the rows, one at a time, because a report may be larger than the memory. */
  rows(reader: Reader, parameters: never, host: Host): Rows;
}

/**
 * Declares a report. The parameter type of `rows` follows from the parameter fields and from `placeRegister`.
 */
export const report = <
  const S extends string | false,
  const P extends string = never,
  const A extends ParameterColumns = Record<never, never>,
>(
  declaration: Omit<Report<P>, 'parameters' | 'rows' | 'placeRegister'> & {
    placeRegister: S;
    parameters?: A;
    rows(
      reader: Reader,
      parameters: ParameterValues<A> & (S extends string ? { place: PlaceSelection } : unknown),
      host: Host,
    ): Rows;
  },
): Report<P> => ({ ...declaration, parameters: declaration.parameters ?? {} });
