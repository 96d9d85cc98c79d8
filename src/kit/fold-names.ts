import { foldAllNames } from './data/name-keys.ts';
import type { Value } from './data/reader.ts';
import { toComparisonKey } from './data/same-name.ts';
import type { Tx } from './data/tx.ts';
import { mergedNames, setMergedName } from './merged-name-queries.ts';
import { finishTask, pendingTask } from './start-task-queries.ts';

/**
 * Folds all names, including those of merged records, while the start task `names` is pending. Migrations and
 * restores add it.
 */
export function foldNamesOnce(tx: Tx): void {
  if (!pendingTask.get(tx, { task: 'names' })) return;
  for (const { mergednameid, name } of mergedNames.all(tx))
    setMergedName.run(tx, {
      mergednameid,
      name: JSON.stringify((JSON.parse(name) as Value[]).map(toComparisonKey)),
    });
  foldAllNames(tx);
  finishTask.run(tx, { task: 'names' });
}
