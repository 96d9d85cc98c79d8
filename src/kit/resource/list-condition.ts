import type { SqlCondition } from '../data/sql-condition.ts';
import { createReferenceClause, type SearchClause } from '../search/expression.ts';
import type { FieldTags } from '../search/field-tags.ts';
import type { Field } from './fields.ts';
import { isReferenceIndexed } from './reference-names.ts';
import type { Register } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';

/** A condition of a list on its rows. */
export interface ListCondition extends SqlCondition {
  /** For a condition on a reference: the field, and the IDs that it allows or excludes. */
  reference?: { field: string; ids: readonly number[]; isExcluded: boolean };
}

/** The maximum number of IDs in a clause. Each changed document is compared with all of them. */
const MAX_IDS = 30;

/** Expresses conditions of one list as clauses on the search index. */
export class IndexedReferences {
  private readonly fields: Readonly<Record<string, Field>>;

  constructor(
    private readonly registers: Registers,
    register: Register,
    private readonly tags: FieldTags,
  ) {
    this.fields = allFieldsOf(registers, register);
  }

  /** Returns the clause of a condition; undefined if the index does not contain what it needs. */
  toClause({ reference }: ListCondition): SearchClause | undefined {
    if (!reference || reference.ids.length === 0 || reference.ids.length > MAX_IDS) return undefined;
    const { field: name } = reference;
    const field = this.fields[name];
    const tag = this.tags.of({ field: name });
    if (!field || tag === undefined || !isReferenceIndexed(this.registers, name, field)) return undefined;
    return createReferenceClause(tag, reference);
  }
}
