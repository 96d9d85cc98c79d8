import type { Tx } from '../data/tx.ts';

/** The trigger that removes the words of a deleted document from the index. */
const TRIGGER = 'searchdocs_delete';

/**
 * Deletes all documents and empties the index. The trigger is left out, because it would remove each word by
 * itself, which takes as long as adding it.
 */
export function emptyIndex(tx: Tx): void {
  const trigger = tx.value<string>(`SELECT sql FROM sqlite_schema WHERE name = '${TRIGGER}'`)!;
  for (const statement of [
    `DROP TRIGGER ${TRIGGER}`,
    'DELETE FROM searchkeys',
    'DELETE FROM searchdocs',
    "INSERT INTO searchindex (searchindex) VALUES ('delete-all')",
    trigger,
  ])
    tx.runUnjournaled(statement);
}
