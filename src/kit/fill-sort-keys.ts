import { fillSortKeys } from './data/sort-keys.ts';
import type { Tx } from './data/tx.ts';
import { finishTask, pendingTask } from './start-task-queries.ts';

/** Writes the missing sort keys while the start task `sortkeys` is pending. Migrations add it. */
export function fillSortKeysOnce(tx: Tx): void {
  if (!pendingTask.get(tx, { task: 'sortkeys' })) return;
  fillSortKeys(tx);
  finishTask.run(tx, { task: 'sortkeys' });
}
