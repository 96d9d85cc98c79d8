import type { Field } from './fields.ts';
import { type Register, stampedTableOf } from './register.ts';
import { type Registers, sortColumnOf } from './registers.ts';

/** Returns the ID column of a register, qualified by its table. */
export const idColumnOf = ({ table, id }: Register): string => `${table}.${id}`;

/**
 * Returns the sort options of a list, with the SQL column of each: fields with `sort`, the default order,
 * `createddate` and `modifieddate`.
 */
export function sortsOf(
  registers: Registers,
  register: Register,
  fields: Record<string, Field>,
): Record<string, string> {
  const sorts: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields))
    if (field.sort) sorts[name] = field.place === 'column' ? sortColumnOf(registers, register, name) : name;
  const stamped = stampedTableOf(register);
  return {
    [register.sort]:
      register.sort === register.id ? idColumnOf(register) : sortColumnOf(registers, register, register.sort),
    ...sorts,
    createddate: `${stamped}.createddate`,
    modifieddate: `${stamped}.modifieddate`,
  };
}
