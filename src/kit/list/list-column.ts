import type { Actor } from '../actor.ts';
import { forbidden, signInRequiredError } from '../http/access.ts';
import type { FilterableField } from '../resource/filterable-field.ts';
import { isHidden, refuseHidden } from '../resource/operator-filters.ts';

/** A value of the rows of a list without a register, by which callers filter and sort. */
export interface ListColumn extends FilterableField {
  /** The SQL of the value in a row, if `operand` is a column of other rows, those of `within`. */
  value?: string;
  /**
   * The SQL of the values that sort the rows, if the value itself does not. Each term sorts in the direction of
   * the list, so that an index can serve them. A term that may be null needs one before it, such as
   * `hostname IS NULL`.
   */
  order?: readonly string[];
  /** Reports whether the actor may read the values. By default each caller of the list may. */
  canRead?(actor: Actor): boolean;
}

/** The columns of a list by their names. */
export type ListColumnMap = Readonly<Record<string, ListColumn>>;

/** Returns a column with the time at which each row was added. Rows sort by their IDs, which have the same order. */
export const timeSortedById = (operand: string, id: string): ListColumn => ({
  kind: 'instant',
  operand,
  order: [id],
});

/** Reports whether the actor may read the values of a column. */
export const canReadColumn = (column: ListColumn, actor: Actor): boolean =>
  !isHidden(column, actor) && column.canRead?.(actor) !== false;

/**
 * Throws 401 or 403 when a column is hidden from the actor, because filters and orders would reveal its
 * values.
 */
export function refuseHiddenColumn(column: ListColumn, actor: Actor): void {
  refuseHidden(column, actor);
  if (column.canRead?.(actor) === false)
    throw actor.kind === 'anonymous' ? signInRequiredError() : forbidden();
}
