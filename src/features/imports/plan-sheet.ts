import type { Actor } from '../../kit/actor.ts';
import type { Host } from '../../kit/host.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
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
  const columns = offerPreviousChoices(host, { actor, target, choices, headers }, () =>
    findColumns(host.registers, target, headers, mapping, preset),
  );
  const notations = await findNotations(columns.fields, sheet.rows, choices.decimal ?? undefined, turn);
  const values = new ValueChoices(host.registers, actor, columns.fields, headers, choices);
  host.db.read((reader) => values.refuseMissingIds(reader, columns.fields));
  const formats = { notations, dateorder: choices.date_order ?? undefined };
  return { sheet, columns, formats, choices: values, preset };
}
