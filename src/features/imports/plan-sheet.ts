import type { Actor } from '../../kit/actor.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { allFieldsOf } from '../../kit/resource/registers.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import { findIgnoredReason } from './added-columns.ts';
import { createColumnCounter, findColumns, type SheetColumns } from './columns.ts';
import { applyEdits, type CellEdits } from './edits.ts';
import { type ImportChoices, offerPreviousChoices } from './import-choices.ts';
import { type HasSeveralSpellings, mergeRows } from './merge-rows.ts';
import { findNotations, type SheetFormats } from './notations.ts';
import { detectPreset, type Preset } from './presets.ts';
import { hasSeveralSpellings, type KeyFields, resolveKey } from './record-finder.ts';
import { readSheet, type Sheet } from './sheet.ts';
import { readSnipeCells } from './snipe-cells.ts';
import type { ImportTarget } from './target.ts';
import { ValueChoices } from './value-choices.ts';

/** A file with its columns, their formats, and the choices for its values. */
export interface SheetPlan {
  sheet: Sheet;
  columns: SheetColumns;
  /** The fields by which rows are matched with records. */
  key: KeyFields;
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
  /** Name of the worksheet; undefined for the first one with rows. */
  sheet: string | undefined;
  edits: CellEdits;
}

/** Reads a file and determines its columns and formats. Throws 400 when a choice does not fit the file. */
export async function planSheet(
  host: Host,
  { actor, target, choices, sheet: name, edits }: PlanOptions,
  bytes: Uint8Array,
  turn: TimeSlice,
): Promise<SheetPlan> {
  const mapping = choices.mapping ?? undefined;
  const countColumns = createColumnCounter(host.registers, target, mapping);
  const whole = applyEdits(await readSheet(bytes, turn, countColumns, name), edits);
  const { headers } = whole;
  const preset = choices.preset ?? (mapping ? null : detectPreset(headers));
  const context = { actor, target, choices, sheet: whole };
  const found = offerPreviousChoices(host, context, () =>
    findColumns(host.registers, target, headers, mapping, preset),
  );
  const { columns: used, ignored } = leaveOutIgnored(actor, found, mapping);
  const columns = preset === 'snipeit' ? readSnipeCells(used, whole.rows) : used;
  const key = offerPreviousChoices(host, context, () => resolveKey(host.registers, target, columns));
  const fieldsByName = allFieldsOf(host.registers, target.register);
  const hasSeveral: HasSeveralSpellings = (name, text) =>
    host.db.read((reader) => hasSeveralSpellings(reader, target.register, [name, fieldsByName[name]!], text));
  const sheet = { ...whole, rows: await mergeRows(whole.rows, columns, key, hasSeveral, turn) };
  const notations = await findNotations(columns.fields, sheet.rows, choices.decimal ?? undefined, turn);
  const values = new ValueChoices(host.registers, actor, columns.fields, headers, choices);
  host.db.read((reader) => values.refuseMissingIds(reader, columns.fields));
  const formats = { notations, dateorder: choices.date_order ?? undefined };
  const addedfields = target.added
    .filter((column) => !findIgnoredReason(actor, column))
    .map(({ name, field }) => ({ name, title: field.title }));
  return { sheet, columns, key, formats, choices: values, preset, ignored, addedfields };
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
