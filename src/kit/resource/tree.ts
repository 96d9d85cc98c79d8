import type { Reader } from '../data/reader.ts';
import type { Register } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { parentFieldOf } from './subtree.ts';

/** A record of a tree, listed after its parent. */
export interface TreeBranch {
  id: number;
  name: string;
  parent: number | null;
  /** The number of ancestors. */
  depth: number;
  /**
   * The number of active records that refer to this branch. `within` includes those of all branches below it.
   */
  own: number;
  within: number;
}

/**
 * Returns the first register whose records refer to this tree, and the field that does; undefined when there
 * is none. Registers that extend assets are skipped.
 */
export function findContainedRegister(
  registers: Registers,
  tree: Register,
): { register: Register; field: string } | undefined {
  if (parentFieldOf(tree) === undefined) return undefined;
  for (const register of registers.all()) {
    if (register.asset) continue;
    const fields = Object.entries(allFieldsOf(registers, register));
    const at = fields.find(([, field]) => field.subtree && field.ref?.register === tree.name);
    if (at) return { register, field: at[0] };
  }
  return undefined;
}

/**
 * Returns the whole tree by name, each branch followed by its children. Inactive branches are included. `own`
 * counts the active records that refer to the branch, and `within` also those of all branches below it.
 */
export function treeOf(reader: Reader, registers: Registers, tree: Register): TreeBranch[] {
  const { table, id, label } = tree;
  const parent = parentFieldOf(tree)!;
  const { register, field } = findContainedRegister(registers, tree)!;
  const counts = new Map(
    reader
      .all<{ at: number; n: number }>(
        `SELECT ${field} AS at, count(*) AS n FROM ${register.table} WHERE ${field} IS NOT NULL AND isactive = 1 GROUP BY ${field}`,
      )
      .map(({ at, n }) => [at, n]),
  );
  const within = new Map<number | null, Omit<TreeBranch, 'depth' | 'within'>[]>();
  const rows = reader.iterate<{ id: number; name: string; parent: number | null }>(
    `SELECT ${id} AS id, ${label} AS name, ${parent} AS parent FROM ${table} ORDER BY ${label}, ${id}`,
  );
  for (const row of rows) {
    const beside = within.get(row.parent);
    const branch = { ...row, own: counts.get(row.id) ?? 0 };
    if (beside) beside.push(branch);
    else within.set(row.parent, [branch]);
  }
  const branches: TreeBranch[] = [];
  const walk = (above: number | null, depth: number): number => {
    let sum = 0;
    for (const row of within.get(above) ?? []) {
      const branch: TreeBranch = { ...row, depth, within: 0 };
      branches.push(branch);
      branch.within = row.own + walk(row.id, depth + 1);
      sum += branch.within;
    }
    return sum;
  };
  walk(null, 0);
  return branches;
}
