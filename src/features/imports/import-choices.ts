import { createHash } from 'node:crypto';
import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { AppError, type Issue } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import { findColumns } from './columns.ts';
import type { DateOrder } from './dates.ts';
import { type ImportColumn, normalizeHeader } from './header-words.ts';
import type { DecimalMark } from './numbers.ts';
import { renameMapping } from './older-names.ts';
import type { Preset } from './presets.ts';
import { choicesOfShape } from './queries.ts';
import type { Sheet } from './sheet.ts';
import type { ImportTarget } from './target.ts';
import type { RequestedChoices, ValueChoice } from './value-choices.ts';

/** The choices of a request for the columns and values of its file. */
export interface ImportChoices extends RequestedChoices {
  /** Null when the columns are matched by their names. */
  mapping: Record<string, string | null> | null;
  decimal: DecimalMark | null;
  date_order: DateOrder | null;
  preset: Preset | null;
}

/** Returns the key of all files with these headers for a target. */
export function shapeOf(target: ImportTarget, headers: readonly string[]): string {
  const parts = [target.register.name, target.fixed.assettypeid ?? null, headers.map(normalizeHeader)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Reports whether a request leaves the mapping and all values to the defaults. */
export const isWithoutChoices = ({ mapping, unknown, values }: ImportChoices): boolean =>
  mapping === null && Object.keys(unknown).length === 0 && Object.keys(values).length === 0;

/**
 * Returns the choices of the newest import of a file with the same headers into the same target, as far as
 * they are still possible for the caller; null without such an import.
 */
export function findPreviousChoices(
  host: Host,
  actor: Actor,
  target: ImportTarget,
  headers: string[],
): ImportChoices | null {
  return host.db.read((reader) => {
    const stored = choicesOfShape.get(reader, { shape: shapeOf(target, headers) });
    if (!stored) return null;
    const { mapping, ...others } = JSON.parse(stored.choices) as ImportChoices;
    const choices = { ...others, mapping: mapping && renameMapping(target.register, mapping) };
    if (isWithoutChoices(choices) && !choices.decimal && !choices.date_order) return null;
    try {
      const { fields } = findColumns(
        host.registers,
        target,
        headers,
        choices.mapping ?? undefined,
        choices.preset,
      );
      return { ...choices, ...keepPossible(host, actor, reader, fields, choices) };
    } catch (cause) {
      // A field of the mapping may be gone.
      if (cause instanceof AppError) return null;
      throw cause;
    }
  });
}

/**
 * Runs work on the columns of a file. When they do not match the fields, adds to the error the `headers` and
 * worksheets of the file, and as `previous` the choices of an earlier import if the request has none.
 */
export function offerPreviousChoices<T>(
  host: Host,
  { actor, target, choices, sheet: { headers, sheets, sheetstotal, hiddensheets, sheet } }: ChoiceContext,
  work: () => T,
): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof AppError) || !isAboutMapping(cause)) throw cause;
    const previous = isWithoutChoices(choices) ? findPreviousChoices(host, actor, target, headers) : null;
    throw new AppError('VALIDATION_ERROR', cause.message, {
      ...cause.details,
      headers,
      previous,
      sheets,
      sheetstotal,
      hiddensheets,
      sheet,
    });
  }
}

interface ChoiceContext {
  actor: Actor;
  target: ImportTarget;
  choices: ImportChoices;
  sheet: Pick<Sheet, 'headers' | 'sheets' | 'sheetstotal' | 'hiddensheets' | 'sheet'>;
}

const isAboutMapping = ({ details }: AppError): boolean =>
  (details as { issues?: Issue[] } | undefined)?.issues?.[0]?.path === 'mapping';

/** Returns the choices without deleted records, and without records that the actor may not create. */
function keepPossible(
  host: Host,
  actor: Actor,
  reader: Reader,
  columns: readonly ImportColumn[],
  { unknown, values }: RequestedChoices,
): RequestedChoices {
  const isPossible = (header: string, choice: ValueChoice): boolean => {
    const column = columns.find((one) => normalizeHeader(one.header) === normalizeHeader(header));
    if (!column?.field.ref || !column.byname) return false;
    const { can, table, id } = host.registers.get(column.field.ref.register);
    if (choice === 'create') return isAuthorized(actor, can.create);
    if (typeof choice !== 'number') return true;
    return reader.value(`SELECT 1 FROM ${table} WHERE ${id} = ?`, choice) !== undefined;
  };
  const filter = <T extends ValueChoice>(entries: [string, T][], header: (key: string) => string) =>
    Object.fromEntries(entries.filter(([key, choice]) => isPossible(header(key), choice)));
  return {
    unknown: filter(Object.entries(unknown), (header) => header),
    values: Object.fromEntries(
      Object.entries(values).map(([header, choices]) => [
        header,
        filter(Object.entries(choices), () => header),
      ]),
    ),
  };
}
