import type { SqlCondition } from '../data/sql-condition.ts';
import { createReferenceClause, type SearchClause } from '../search/expression.ts';
import type { FieldTags } from '../search/field-tags.ts';
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
  /** The fields whose IDs are in the index. */
  private readonly fields: ReadonlySet<string>;

  constructor(
    registers: Registers,
    register: Register,
    private readonly tags: FieldTags,
  ) {
    const fields = Object.entries(allFieldsOf(registers, register));
    this.fields = new Set(
      fields.flatMap(([name, field]) => (isReferenceIndexed(registers, name, field) ? [name] : [])),
    );
  }

  /** Returns the clauses of the conditions that the index can check, and the other conditions. */
  split(conditions: readonly ListCondition[]): { indexed: SearchClause[]; others: ListCondition[] } {
    const indexed: SearchClause[] = [];
    const others = conditions.filter((condition) => {
      const clause = this.toClause(condition);
      if (clause) indexed.push(clause);
      return !clause;
    });
    return { indexed, others };
  }

  private toClause({ reference }: ListCondition): SearchClause | undefined {
    if (!reference || !this.fields.has(reference.field)) return undefined;
    const { field, ids } = reference;
    const tag = this.tags.of({ field });
    if (tag === undefined || ids.length === 0 || ids.length > MAX_IDS) return undefined;
    return createReferenceClause(tag, reference);
  }
}
