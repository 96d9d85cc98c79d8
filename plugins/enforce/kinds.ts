import type { Invariant } from '../../src/kit/data/invariant.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { AppError, invalid } from '../../src/kit/errors.ts';
import type { ReadMany } from '../../src/kit/resource/fields.ts';
import { findMergeTarget } from '../../src/kit/resource/merged-names.ts';
import type { Input } from '../../src/kit/resource/register.ts';
import { enforcescopes } from './tables.ts';

/**
 * References of a scope to tables of optional plugins. They are no foreign keys, so that either plugin can be
 * absent.
 */
const KINDS = {
  computertypeid: { table: 'computertypes', name: 'computertype', title: 'computer type' },
  measuringtooltypeid: {
    table: 'measuringtooltypes',
    name: 'measuringtooltype',
    title: 'measuring tool type',
  },
} as const;
export type Kind = keyof typeof KINDS;

const isThere = (reader: Reader, table: string): boolean =>
  reader.all(`PRAGMA table_info(${table})`).length > 0;

/**
 * Returns a function that reads, by scope ID, the name of the kind that the scope refers to. It returns none
 * when the plugin of the kind has no table.
 */
export const kindNamesOf =
  (kind: Kind): ReadMany =>
  (reader, ids) => {
    const { table, name } = KINDS[kind];
    if (!isThere(reader, table)) return new Map();
    const rows = reader.all<{ scopeid: number; name: string }>(
      `SELECT s.scopeid, k.${name} AS name FROM enforcescopes s JOIN ${table} k ON k.${kind} = s.${kind}
        WHERE s.scopeid IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    );
    return new Map(rows.map((row) => [row.scopeid, row.name]));
  };

/** Throws 400 when the input refers to an unknown kind, or to one whose plugin has no table. */
export function refuseUnknownKinds(tx: Tx, input: Input): void {
  for (const [kind, { table, title }] of Object.entries(KINDS)) {
    const id = input[kind];
    if (typeof id !== 'number') continue;
    const found =
      isThere(tx, table) && tx.value<number>(`SELECT 1 FROM ${table} WHERE ${kind} = ?`, id) === 1;
    if (!found) throw invalid(kind, `No ${title} has the ID ${id}.`);
  }
}

/**
 * Rejects the deletion of a kind that a scope refers to. When a kind is merged into another one, the scope
 * then refers to that one.
 */
export const scopeKindInvariant: Invariant = {
  name: 'a kind that a scope of enforcement names is not deleted',
  tables: Object.values(KINDS).map(({ table }) => table),
  enforce: (tx, changes) => {
    for (const { table, id, op, before } of changes) {
      if (op !== 'delete') continue;
      const [kind, { name, title }] = Object.entries(KINDS).find(([, one]) => one.table === table)!;
      const scopes = tx.all<{ scopeid: number }>(`SELECT scopeid FROM enforcescopes WHERE ${kind} = ?`, id);
      const into = isMerging(tx) ? findMergeTarget(tx, table, [before![name]!]) : undefined;
      if (scopes.length > 0 && into === undefined)
        throw new AppError('IN_USE', `${scopes.length} enforcement scopes use this ${title}.`, {
          references: { enforcescopes: scopes.length },
        });
      for (const { scopeid } of scopes) tx.update(enforcescopes, scopeid, { [kind]: into });
    }
  },
};

const isMerging = (tx: Tx): boolean => tx.journal.some(({ table }) => table === 'mergednames');
