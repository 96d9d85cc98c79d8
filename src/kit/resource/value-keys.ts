import { createTruths, type ValueChoice, type ValueKey } from '../search/value-key.ts';
import type { FilterValueKind } from './filter-operators.ts';
import type { FilterableField } from './filterable-field.ts';
import { filterableFieldsOf } from './filterable-fields.ts';
import { isActivatable, type Register, stampedTableOf, tableOf } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { createSelection } from './select.ts';

const STAMP_TITLES: Readonly<Record<string, string>> = { createddate: 'Created', modifieddate: 'Changed' };

const KINDS: Partial<Record<FilterValueKind, ValueKey['kind']>> = {
  number: 'number',
  date: 'date',
  instant: 'instant',
  boolean: 'choice',
  choice: 'choice',
};

/**
 * Returns the dates, numbers and choices of a register with which a search can compare values. For a register that
 * extends assets they are the values of its own table, because those of the asset belong to all assets.
 */
export function createValueKeys(registers: Registers, register: Register): ValueKey[] {
  const { table, id } = register;
  const fields = allFieldsOf(registers, register);
  const stamped = stampedTableOf(register);
  return [...filterableFieldsOf(registers, register)].flatMap(([name, filterable]): ValueKey[] => {
    const { operand, personal, signedIn, within } = filterable;
    const kind = KINDS[filterable.kind];
    const field = fields[name];
    const title = field?.title ?? STAMP_TITLES[name];
    const own = field ? tableOf(register, name) : stamped;
    if (!kind || within || signedIn) return [];
    // An ID is no number that people compare.
    if (title === undefined || own !== table || name.endsWith('id')) return [];
    const isColumn = operand === `${own}.${name}`;
    return [
      {
        field: name,
        title,
        aliases: aliasesOf(name, field?.searchKeys),
        isPersonal: personal,
        kind,
        operand,
        ...(kind === 'choice' && { choices: createChoices(filterable, field?.options) }),
        from: isColumn ? own : createSelection(registers, register).from,
        ...(isColumn && { table: own }),
        id: `${table}.${register.asset ? 'assetid' : id}`,
        ...(isActivatable(register) && isColumn && own === stamped && { state: `${stamped}.isactive` }),
      },
    ];
  });
}

/** Returns further names of a field: `due` for `duedate`. */
const aliasesOf = (name: string, declared: readonly string[] = []): string[] => [
  ...declared,
  ...(/.date$/.test(name) ? [name.replace(/date$/, '')] : []),
];

/** Returns the possible values of a boolean or a choice, with the labels of a field. */
function createChoices(
  { kind, operand, options = [], when }: FilterableField,
  labels: Readonly<Record<string, string>> = {},
): ValueChoice[] {
  if (kind === 'boolean') return createTruths(operand, { yes: 1, no: 0 });
  return options.map((option) => ({
    title: labels[option] ?? option,
    aliases: [option],
    when: (now) => when?.(option, now) ?? { sql: `${operand} = ?`, params: [option] },
  }));
}
