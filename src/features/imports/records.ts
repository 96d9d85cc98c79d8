import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { undoOf } from '../audit/index.ts';
import { type ImportChoices, shapeOf } from './import-choices.ts';
import { decimalsOf } from './notations.ts';
import type { DecimalMark } from './numbers.ts';
import { renameMapping, renameRow } from './older-names.ts';
import { countOutcomes, type RowOutcome, type RowOutcomeName } from './outcomes.ts';
import type { IgnoredColumn, SheetPlan } from './plan-sheet.ts';
import { type CellPreview, previewCells } from './preview-cells.ts';
import {
  auditOfImport,
  deleteImport,
  importById,
  insertImport,
  insertRows,
  rowsOfImport,
  setCounts,
} from './queries.ts';
import { listRejectedCells } from './rejected-rows.ts';
import { cutSheetName, MAX_LISTED_SHEETS } from './sheet-names.ts';
import type { SuggestedValue } from './suggestions.ts';
import type { StoredImport } from './tables.ts';
import type { ImportTarget } from './target.ts';

/** The action of a committed import in the audit log. */
export const COMMITTED = 'imports.import.committed';

export interface FinishedImport {
  target: ImportTarget;
  filename: string;
  dryrun: boolean;
  skiperrors: boolean;
  plan: SheetPlan;
  rows: RowOutcome[];
  choices: ImportChoices;
  /** The choices of an earlier import, when the request has none. */
  previous: ImportChoices | null;
  unknown: FoundUnknown;
  /** Number of cells that the user corrected. */
  editedcells: number;
  /** Number of records that were created for unknown values, by register. */
  created: Record<string, number>;
}

/** The unknown values that the check of a file found, and their number. */
export interface FoundUnknown {
  values: SuggestedValue[];
  total: number;
}

/** An import before its rows are written. */
export type PlannedImport = Omit<FinishedImport, 'rows' | 'created'>;

/** Saves the result of a dry run. Returns its ID. */
export function recordDryRun(tx: Tx, actor: Actor, done: FinishedImport): number {
  const importid = beginImport(tx, actor, done, countOutcomes(done.rows));
  keepRows(tx, importid, done);
  return importid;
}

/**
 * Creates the record of an import, outside the journal, because an undo of the import must not remove its
 * record. Returns the ID.
 */
export function beginImport(
  tx: Tx,
  actor: Actor,
  done: PlannedImport,
  counts: Record<RowOutcomeName, number>,
): number {
  const { importid } = insertImport.get(tx, {
    target: done.target.name,
    register: done.target.register.name,
    filename: done.filename,
    dryrun: done.dryrun ? 1 : 0,
    skiperrors: done.skiperrors ? 1 : 0,
    ...countColumns(counts),
    userid: actor.userid,
    username: actor.name,
    createddate: tx.at,
  })!;
  return importid;
}

/** Replaces the expected counts of an import by the actual ones, and stores the results of its rows. */
export function endImport(tx: Tx, importid: number, done: FinishedImport): void {
  setCounts.run(tx, { importid, ...countColumns(countOutcomes(done.rows)) });
  keepRows(tx, importid, done);
}

/** Deletes the record of an import whose batch operation was rolled back. */
export const deleteRolledBackImport = (tx: Tx, importid: number) => deleteImport.run(tx, { importid });

const countColumns = ({ add, update, skip, error }: Record<RowOutcomeName, number>) => ({
  added: add,
  updated: update,
  skipped: skip,
  failed: error,
});

function keepRows(tx: Tx, importid: number, done: FinishedImport): void {
  insertRows.run(tx, {
    importid,
    mapping: JSON.stringify(mappingOf(done)),
    entries: JSON.stringify(done.rows),
    headerline: done.plan.sheet.headerline,
    decimals: JSON.stringify(decimalsOf(done.plan.sheet.headers, done.plan.formats.notations)),
    unknownvalues: JSON.stringify(done.unknown.values),
    unknowntotal: done.unknown.total,
    created: JSON.stringify(done.created),
    shape: done.dryrun ? null : shapeOf(done.target, done.plan.sheet.headers),
    choices: JSON.stringify(done.choices),
    previous: done.previous && JSON.stringify(done.previous),
    headers: JSON.stringify(done.plan.sheet.headers),
    rejected: JSON.stringify(listRejectedCells(done.plan, done.rows)),
    details: JSON.stringify(detailsOf(done)),
  });
}

/** Further results of an import, which older imports lack. */
interface ImportDetails {
  ignored: IgnoredColumn[];
  addedfields: { name: string; title: string }[];
  /** Number of rows that were merged into others. */
  duplicates: number;
  sheets: readonly string[];
  /** Undefined in older imports, which list all worksheets. */
  sheetstotal?: number;
  hiddensheets: readonly string[];
  sheet: string | null;
  /** The texts of the first rows of a dry run; null for an import. */
  preview: CellPreview | null;
}

function detailsOf({ plan, rows, dryrun }: FinishedImport): ImportDetails {
  const { ignored, addedfields, sheet } = plan;
  return {
    ignored,
    addedfields,
    duplicates: rows.reduce((sum, { merged }) => sum + merged.length, 0),
    sheets: sheet.sheets,
    sheetstotal: sheet.sheetstotal,
    hiddensheets: sheet.hiddensheets,
    sheet: sheet.sheet,
    preview: dryrun ? previewCells(plan, rows) : null,
  };
}

/** Reads the stored details. Those of older imports may lack some, and may have worksheets without limit. */
function readDetails(text: string): Required<ImportDetails> {
  const stored = JSON.parse(text) as Partial<ImportDetails>;
  const sheets = (stored.sheets ?? []).slice(0, MAX_LISTED_SHEETS).map(cutSheetName);
  return {
    ignored: [],
    addedfields: [],
    duplicates: 0,
    preview: null,
    sheetstotal: stored.sheets?.length ?? 0,
    hiddensheets: [],
    ...stored,
    sheets,
    sheet: stored.sheet ? cutSheetName(stored.sheet) : null,
  };
}

/** Returns the field of each column of the file; null for a column that was left out. */
function mappingOf({ target, plan }: PlannedImport): Record<string, string | null> {
  const { sheet, columns } = plan;
  const entries = sheet.headers.map((header, index): [string, string | null] => [
    header,
    index === columns.id?.index
      ? target.register.id
      : (columns.fields.find((column) => column.index === index)?.name ?? null),
  ]);
  return Object.fromEntries(entries);
}

/** Returns the ID of the audit row of a committed import; undefined for a dry run or an unknown import. */
export const findImportAudit = (reader: Reader, importid: number): number | undefined =>
  auditOfImport.get(reader, { entityid: String(importid), action: COMMITTED })?.auditlogid;

/** Returns an import for the API, without its rows. */
export function toImportSummary(reader: Reader, row: StoredImport) {
  const { added, updated, skipped, failed, dryrun, skiperrors, ...rest } = row;
  const audit = dryrun === 1 ? undefined : findImportAudit(reader, row.importid);
  const undone = undoOf.get(reader, { auditlogid: audit ?? 0 });
  return {
    ...rest,
    dryrun: dryrun === 1,
    skiperrors: skiperrors === 1,
    counts: { add: added, update: updated, skip: skipped, error: failed },
    isundone: undone !== undefined,
  };
}

/** Returns the register of an import. Throws 404 when there is no such import. */
export function readImportRegister(host: Host, importid: number): string {
  const row = host.db.read((reader) => importById.get(reader, { importid }));
  if (!row) throw notFound('Import');
  return row.register;
}

/** Returns an import without its rows. Throws 404 when there is none. */
export function readImportSummary(host: Host, importid: number) {
  return host.db.read((reader) => {
    const row = importById.get(reader, { importid });
    if (!row) throw notFound('Import');
    return toImportSummary(reader, row);
  });
}

/** Returns the names of the registers in which an import created records for unknown values. */
export function listCreatedRegisters(host: Host, importid: number): string[] {
  const stored = host.db.read((reader) => rowsOfImport.get(reader, { importid }));
  return Object.keys(JSON.parse(stored?.created ?? '{}') as Record<string, number>);
}

/** Returns an import with the result of each row. Throws 404 when there is none. */
export function describeImport(host: Host, importid: number) {
  return host.db.read((reader) => {
    const row = importById.get(reader, { importid });
    if (!row) throw notFound('Import');
    const stored = rowsOfImport.get(reader, { importid })!;
    const register = host.registers.get(row.register);
    return {
      ...toImportSummary(reader, row),
      mapping: renameMapping(register, JSON.parse(stored.mapping) as Record<string, string | null>),
      headerline: stored.headerline,
      decimal: JSON.parse(stored.decimals) as Record<string, DecimalMark>,
      unknownvalues: JSON.parse(stored.unknownvalues) as SuggestedValue[],
      unknowntotal: stored.unknowntotal,
      preset: (JSON.parse(stored.choices) as Partial<ImportChoices>).preset ?? null,
      previous: stored.previous === null ? null : (JSON.parse(stored.previous) as ImportChoices),
      created: JSON.parse(stored.created) as Record<string, number>,
      ...readDetails(stored.details),
      rows: readRows(stored.entries).map((one) => renameRow(register, one)),
    };
  });
}

/** Reads the stored rows. Those of older imports have one text for all their errors, and no merged lines. */
const readRows = (entries: string): RowOutcome[] =>
  (JSON.parse(entries) as (Omit<RowOutcome, 'errors' | 'merged'> & Partial<RowOutcome>)[]).map((row) => ({
    ...row,
    merged: row.merged ?? [],
    errors: row.errors ?? (row.reason === null ? [] : [{ column: null, field: null, message: row.reason }]),
  }));
