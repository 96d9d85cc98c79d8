import { undo } from '../audit/undo.ts';
import type { WriteContext } from '../data/tx.ts';
import { AppError } from '../errors.ts';
import type { Host } from '../host.ts';
import { columnsOf } from './columns.ts';
import type { ImportForm } from './form.ts';
import { auditOf, COMMITTED, type Finished, keepImport } from './records.ts';
import { countOutcomes, ImportRun, type RowOutcome } from './run.ts';
import { giveWay, readSheet, type Sheet } from './sheet.ts';
import type { Target } from './target.ts';

/** How long other requests wait while a dry run goes on. */
const TURN_MS = 15;
const TOLD_ROWS = 100;

/** Runs a file, dry or not, and answers the id of its record. 400 when a row in error stops a commit. */
export async function runImport(
  host: Host,
  context: WriteContext,
  target: Target,
  form: ImportForm,
): Promise<number> {
  const mapping = form.mapping;
  const dryrun = form.flag('dryrun', true);
  const skiperrors = form.flag('skiperrors', false);
  const { filename, bytes } = await form.file();
  const sheet = await readSheet(bytes);
  const columns = columnsOf(host.registers, target, sheet.headers, mapping);
  const run = new ImportRun(host, target, sheet, columns, dryrun);
  const done = { target, filename, dryrun, skiperrors, headers: sheet.headers, columns };
  if (!dryrun) return commit(host, context, sheet, run, done);
  const rows = await rehearse(host, context, sheet, run);
  return host.db.chatter((tx) => keepImport(withActor(tx, context), { ...done, rows }));
}
