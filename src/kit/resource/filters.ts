import type { SQL } from '../data/sql-text.ts';

/** The current instant and the current day of the plant, for conditions such as "overdue". */
export interface CurrentTime {
  at: string;
  today: string;
}

interface FilterTexts {
  title: string;
  /** Additional names of the query parameter. */
  aliases?: readonly string[];
  /** False hides the filter from the UI; scripts can still use it. */
  offered?: boolean;
}

/** A list filter other than "this column equals". */
export type ListFilter = FilterTexts &
  (
    | { kind: 'boolean'; when(on: boolean, now: CurrentTime): SQL }
    | { kind: 'text'; when(text: string, now: CurrentTime): SQL }
    | { kind: 'date'; when(day: string, now: CurrentTime): SQL }
    | { kind: 'integer'; when(number: number, now: CurrentTime): SQL }
    /**
     * The records that relate to a record of another register, by its ID. The page of that record then shows
     * the list.
     */
    | { kind: 'ref'; register: string; when(id: number, now: CurrentTime): SQL }
    | {
        kind: 'select';
        options: Readonly<Record<string, string>>;
        when(value: string, now: CurrentTime): SQL;
      }
  );

/**
 * Constructors of list filters, such as
 * `filter.boolean({ title: 'Overdue', when: (on, { today }) => on ? lt(...) : gte(...) })`.
 */
export const filter = {
  boolean: (declaration: FilterTexts & { when(on: boolean, now: CurrentTime): SQL }): ListFilter => ({
    ...declaration,
    kind: 'boolean',
  }),
  text: (declaration: FilterTexts & { when(text: string, now: CurrentTime): SQL }): ListFilter => ({
    ...declaration,
    kind: 'text',
  }),
  date: (declaration: FilterTexts & { when(day: string, now: CurrentTime): SQL }): ListFilter => ({
    ...declaration,
    kind: 'date',
  }),
  integer: (declaration: FilterTexts & { when(number: number, now: CurrentTime): SQL }): ListFilter => ({
    ...declaration,
    kind: 'integer',
  }),
  ref: (
    register: string,
    declaration: FilterTexts & { when(id: number, now: CurrentTime): SQL },
  ): ListFilter => ({
    ...declaration,
    kind: 'ref',
    register,
  }),
  choice: <const V extends Record<string, string>>(
    options: V,
    declaration: FilterTexts & { when(value: keyof V & string, now: CurrentTime): SQL },
  ): ListFilter => ({
    ...declaration,
    kind: 'select',
    options,
    when: declaration.when as (value: string, now: CurrentTime) => SQL,
  }),
};
