import type { Reader } from '../data/reader.ts';
import type { Register } from './register.ts';

/**
 * Returns the field with the parent of a record in the same register; undefined when the records form no
 * tree.
 */
export const parentFieldOf = ({ name, fields }: Register): string | undefined =>
  Object.keys(fields).find((field) => fields[field]!.ref?.register === name);

/**
 * Returns the IDs of a record and of all records within it, at any depth. Throws an Error when the records
 * form no tree.
 */
export function subtreeOf(reader: Reader, register: Register, id: number): number[] {
  const { table, id: key } = register;
  const parent = parentFieldOf(register);
  if (parent === undefined) throw new Error(`${register.many} are not a tree, so they have no subtree.`);
  return reader
    .all<{ id: number }>(
      `WITH RECURSIVE tree (id) AS (
         SELECT ? UNION SELECT ${table}.${key} FROM tree JOIN ${table} ON ${table}.${parent} = tree.id
       ) SELECT id FROM tree`,
      id,
    )
    .map((row) => row.id);
}
