import type { Actor } from '../../kit/actor.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import { findIgnoredReason } from './added-columns.ts';
import { createColumnCounter, findColumns, type SheetColumns } from './columns.ts';
import { type ImportChoices, offerPreviousChoices } from './import-choices.ts';
import { findNotations, type SheetFormats } from './notations.ts';
import { detectPreset, type Preset } from './presets.ts';
import { readSheet, type Sheet } from './sheet.ts';
import type { ImportTarget } from './target.ts';
import { ValueChoices } from './value-choices.ts';

/** A file with its columns, their formats, and the choices for its values. */
export interface SheetPlan {
  sheet: Sheet;
  columns: SheetColumns;
  formats: SheetFormats;
  choices: ValueChoices;
  /** The product whose headers the file has, chosen or recognized. */
  preset: Preset | null;
  /** The columns that the import leaves out, with the reason. */
  ignored: IgnoredColumn[];
  /** The columns beyond the fields of the register that the caller may import. */
  addedfields: { name: string; title: string }[];
}

/** A column that the import leaves out, because its plugin is disabled or the caller may not write it. */
export interface IgnoredColumn {
  column: string;
  message: string;
}

interface PlanOptions {
  actor: Actor;
  target: ImportTarget;
  choices: ImportChoices;
  /** Name of the worksheet; undefined for the first one. */
  sheet: string | undefined;
}

/** Reads a file and determines its columns and formats. Throws 400 when a choice does not fit the file. */
export async function planSheet(
  host: Host,
  { actor, target, choices, sheet: name }: PlanOptions,
  bytes: Uint8Array,
  turn: TimeSlice,
): Promise<SheetPlan> {
  const mapping = choices.mapping ?? undefined;
  const countColumns = createColumnCounter(host.registers, target, mapping);
  const sheet = await readSheet(bytes, turn, countColumns, name);
  const { headers } = sheet;
  const preset = choices.preset ?? (mapping ? null : detectPreset(headers));
  const found = offerPreviousChoices(host, { actor, target, choices, headers }, () =>
    findColumns(host.registers, target, headers, mapping, preset),
  );
  const { columns, ignored } = leaveOutIgnored(actor, found, mapping);
  const notations = await findNotations(columns.fields, sheet.rows, choices.decimal ?? undefined, turn);
  const values = new ValueChoices(host.registers, actor, columns.fields, headers, choices);
  host.db.read((reader) => values.refuseMissingIds(reader, columns.fields));
  const formats = { notations, dateorder: choices.date_order ?? undefined };
  const addedfields = target.added
    .filter((column) => !findIgnoredReason(actor, column))
    .map(({ name, field }) => ({ name, title: field.title }));
  return { sheet, columns, formats, choices: values, preset, ignored, addedfields };
}

/**
 * Leaves out the columns of disabled plugins, and those that the actor may not write. Throws 403 when the
 * mapping names a column that the actor may not write.
 */
function leaveOutIgnored(
  actor: Actor,
  { fields, id }: SheetColumns,
  mapping: ImportChoices['mapping'] | undefined,
): { columns: SheetColumns; ignored: IgnoredColumn[] } {
  const ignored: IgnoredColumn[] = [];
  const used = fields.filter(({ header, added }) => {
    const message = added && findIgnoredReason(actor, added);
    if (!message) return true;
    if (added.source.isEnabled && mapping?.[header]) throw new AppError('FORBIDDEN', message);
    ignored.push({ column: header, message });
    return false;
  });
  return { columns: { fields: used, id }, ignored };
}
