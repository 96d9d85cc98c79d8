import type { Invariant } from '../data/invariant.ts';
import type { Tx } from '../data/tx.ts';
import { invalid } from '../errors.ts';
import { toSentenceForm } from '../sentence-form.ts';
import type { Register } from './register.ts';
import type { Registers } from './registers.ts';

/**
 * Returns invariants against cycles of parents in the registers that form a tree. They throw 400 for the
 * parent field.
 */
export const createAcyclicInvariants = (registers: Registers): Invariant[] =>
  registers.all().flatMap((register) =>
    Object.entries(register.fields)
      .filter(([, field]) => field.ref?.register === register.name)
      .map(([parent]) => noCircle(register, parent)),
  );

const noCircle = (register: Register, parent: string): Invariant => ({
  name: `no ${toSentenceForm(register.one)} contains itself`,
  tables: [register.table],
  enforce: (tx, changes) => {
    for (const { op, id, after } of changes)
      if (op !== 'delete' && after?.[parent] !== undefined) refuseCircle(tx, register, parent, id);
  },
});

function refuseCircle(tx: Tx, { table, id: key }: Register, parent: string, id: number): void {
  const isWithinItself = tx.value(
    `WITH RECURSIVE above (id) AS (
       SELECT ${parent} FROM ${table} WHERE ${key} = ?
       UNION SELECT t.${parent} FROM above JOIN ${table} t ON t.${key} = above.id WHERE above.id <> ?
     ) SELECT 1 FROM above WHERE id = ?`,
    id,
    id,
    id,
  );
  if (isWithinItself) throw invalid(parent, 'A record cannot contain itself.');
}
