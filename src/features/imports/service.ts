import { runBatchOperation, throwIfCancelled } from '../../kit/audit/batch-operation.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { TimeSlice } from '../../kit/time-slice.ts';
import { countEdits } from './edits.ts';
import type { ImportForm } from './form.ts';
import { findPreviousChoices, isWithoutChoices } from './import-choices.ts';
import { countOutcomes, type RowOutcome, type RowOutcomeName } from './outcomes.ts';
import { planSheet } from './plan-sheet.ts';
import {
  beginImport,
  COMMITTED,
  deleteRolledBackImport,
  endImport,
  type PlannedImport,
  recordDryRun,
} from './records.ts';
import { ImportRun } from './run.ts';
import { type RunningImport, RunningImports } from './running-imports.ts';
import type { Sheet } from './sheet.ts';
import { suggestRecords } from './suggestions.ts';
import type { ImportTarget } from './target.ts';

const MAX_REPORTED_ROWS = 100;

/**
 * Runs the import or dry run of a form. Returns the ID of its record. Every import starts with a dry run of
 * all rows. Throws 400 when a row of a commit has an error, unless the form skips errors.
 */
export async function runImport(
  host: Host,
  context: WriteContext,
  target: ImportTarget,
  form: ImportForm,
  signal: AbortSignal,
): Promise<number> {
  const { choices } = form;
  const dryrun = form.flag('dryrun', true);
  const skiperrors = form.flag('skiperrors', false);
  const { filename, bytes } = form.file;
  const turn = new TimeSlice(context.account);
  const { sheet: name, edits } = form;
  const options = { actor: context.actor, target, choices, sheet: name, edits };
  const plan = await planSheet(host, options, bytes, turn);
  const { sheet } = plan;
  const trial = new ImportRun(host, target, plan, true);
  const underway = host.getInstance(RunningImports);
  const progress = underway.begin(context.actor.userid, target.name, filename, sheet.rows.length);
  try {
    const rows = await rehearse(host, context, { sheet, run: trial, progress, signal });
    turn.restart();
    const values = await suggestRecords(host, context.actor, trial.unknown, turn);
    const unknown = { values, total: trial.unknown.total };
    const previous =
      dryrun && isWithoutChoices(choices)
        ? findPreviousChoices(host, context.actor, target, sheet.headers)
        : null;
    const used = { ...choices, preset: plan.preset };
    const editedcells = countEdits(edits);
    const done = {
      target,
      filename,
      dryrun,
      skiperrors,
      plan,
      choices: used,
      previous,
      unknown,
      editedcells,
    };
    const { created } = trial;
    if (dryrun)
      return host.db.writeUnaudited((tx) => recordDryRun(tx, context.actor, { ...done, rows, created }));
    if (!skiperrors) refuseErrors(rows);
    const run = new ImportRun(host, target, plan, false);
    Object.assign(progress, { phase: 'writing', rowsdone: 0 });
    const expected = { counts: countOutcomes(rows), created };
    return await commit(host, context, { sheet, run, done, expected, progress, signal });
  } finally {
    underway.end(progress);
  }
}

/** The import that is running, its progress, and the signal that ends it when the caller disconnects. */
interface ImportContext {
  sheet: Sheet;
  run: ImportRun;
  progress: RunningImport;
  signal: AbortSignal;
}

/** Imports all rows in short transactions that are rolled back. */
async function rehearse(
  host: Host,
  context: WriteContext,
  { sheet, run, progress, signal }: ImportContext,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  const turn = new TimeSlice(context.account);
  while (outcomes.length < sheet.rows.length) {
    throwIfCancelled(signal);
    host.db.dryRun(context, (tx) => {
      while (outcomes.length < sheet.rows.length && !turn.isOver)
        outcomes.push(run.apply(tx, sheet.rows[outcomes.length]!));
    });
    progress.rowsdone = outcomes.length;
    await turn.next();
  }
  return outcomes;
}

interface Commit extends ImportContext {
  done: PlannedImport;
  /** The result of the dry run: number of rows by outcome, and of created records by register. */
  expected: { counts: Record<RowOutcomeName, number>; created: Record<string, number> };
}

/** Imports all rows as one batch operation under one audit row. When it fails, it leaves no changes. */
async function commit(
  host: Host,
  context: WriteContext,
  { sheet, run, done, expected, progress, signal }: Commit,
): Promise<number> {
  const rows: RowOutcome[] = [];
  let importid: number | undefined;
  const { value } = await runBatchOperation(host.db, context, {
    action: COMMITTED,
    step: (tx) => {
      importid ??= beginImport(tx, context.actor, done, expected.counts);
      if (rows.length < sheet.rows.length) rows.push(run.apply(tx, sheet.rows[rows.length]!));
      progress.rowsdone = rows.length;
      if (rows.at(-1)?.outcome === 'error' && !done.skiperrors) throw stoppedError(rows);
      return rows.length < sheet.rows.length;
    },
    finish: (tx) => {
      endImport(tx, importid!, { ...done, rows, created: run.created });
      return importid!;
    },
    note: () => ({
      entitytype: 'import',
      entityid: importid!,
      // The audit row contains no changes, because a file has rows for many records. The record of the import
      // contains them.
      details: {
        changes: {},
        target: done.target.name,
        filename: done.filename,
        ...(done.editedcells > 0 && { editedcells: done.editedcells }),
        ...expected,
      },
    }),
    onRolledBack: (tx) => deleteRolledBackImport(tx, importid!),
    signal,
  });
  return value;
}

function refuseErrors(rows: RowOutcome[]): void {
  if (rows.some(({ outcome }) => outcome === 'error')) throw stoppedError(rows);
}

function stoppedError(rows: RowOutcome[]): AppError {
  const counts = countOutcomes(rows);
  const wrong = rows.filter(({ outcome }) => outcome === 'error').slice(0, MAX_REPORTED_ROWS);
  const which = counts.error === 1 ? `Row ${wrong[0]!.row} has` : `${counts.error} rows have`;
  return new AppError(
    'VALIDATION_ERROR',
    `${which} errors, so nothing was imported. Correct the file, or skip these rows with skiperrors=true.`,
    {
      issues: wrong.map(({ row, reason }) => ({ path: `row ${row}`, message: reason! })),
      counts,
      rows: wrong,
    },
  );
}
