import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { SiteReport } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { invalidFields } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { signInRequiredError } from '../../kit/http/access.ts';
import { csvQuery } from '../../kit/http/paging.ts';
import { redactedKeysOf } from '../../kit/http/redact.ts';
import type { Field } from '../../kit/resource/fields.ts';
import { parsePlaceSelection, placeFieldsOf } from '../../kit/resource/place-filter.ts';
import { createFilterParams } from '../../kit/resource/schemas.ts';
import { inputFieldsSchema } from '../../kit/resource/validate.ts';

/** Returns the place filters of a report; none when its rows have no place. */
export const listPlaceFilters = (
  { registers }: Host,
  { placeRegister }: SiteReport,
): Record<string, Field> =>
  placeRegister === false ? {} : placeFieldsOf(registers, registers.get(placeRegister));

/**
 * Returns the query schema of all reports. Validates place filters like lists do; the requested report
 * validates its own parameters.
 */
export const reportQuerySchema = (host: Host, all: readonly SiteReport[]) =>
  z
    .looseObject({
      ...csvQuery,
      ...createFilterParams(Object.assign({}, ...all.map((report) => listPlaceFilters(host, report)))),
    })
    .meta({ description: 'Parameters of the report; see the list of reports.' });
/**
 * Returns the query schemas of the parameters of one report. They are texts, which `parseParameters` converts
 * to values.
 */
export const buildParameterSchemas = ({ parameters }: SiteReport) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, { title }]) => [
      name,
      z.string().max(255).optional().meta({ description: title }),
    ]),
  );
export type ReportQuery = z.output<ReturnType<typeof reportQuerySchema>>;

const SWITCH: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };
const numberOf = (text: unknown) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(String(text)) ? Number(text) : text);

/**
 * Returns the parameter values of a report. Converts texts of the query to numbers and booleans as the kind
 * of the parameter requires. An empty text counts as missing. Throws 400 for invalid values.
 */
export function parseParameters({ parameters }: SiteReport, query: ReportQuery): Record<string, unknown> {
  const entries = Object.entries(parameters).flatMap(([name, { kind }]) => {
    const text = query[name];
    if (text === undefined || text === '') return [];
    if (kind === 'integer' || kind === 'number' || kind === 'ref') return [[name, numberOf(text)]];
    return [[name, kind === 'boolean' ? (SWITCH[String(text)] ?? text) : text]];
  });
  const parsed = inputFieldsSchema(parameters).safeParse(Object.fromEntries(entries));
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/**
 * Returns a function that reads the requested rows. Throws 400 before any row is read when a parameter is
 * invalid. Throws 401 for a parameter with the name of a column that is hidden from the caller, because the
 * result would reveal it.
 */
export function prepareReportRows(host: Host, report: SiteReport, query: ReportQuery, actor: Actor) {
  const hidden = redactedKeysOf(actor, host.contributions.personal);
  if (Object.keys(report.parameters).some((name) => hidden.has(name) && query[name] !== undefined))
    throw signInRequiredError();
  const [parameters, places] = [parseParameters(report, query), listPlaceFilters(host, report)];
  return (reader: Reader) =>
    report.rows(reader, { ...parameters, place: parsePlaceSelection(reader, host.registers, places, query) });
}
export type ReportRowsReader = ReturnType<typeof prepareReportRows>;
