import { cutText } from './clean-text.ts';

/**
 * Values of a report that were converted, shortened or left out: their number by field. A field is a dotted
 * path without list positions, such as `storages.disksize`.
 */
export type IgnoredFields = Readonly<Record<string, number>>;

/** The maximum number of counted fields; further ones are left out of the counts. */
export const MAX_IGNORED_FIELDS = 50;
const MAX_FIELD_LENGTH = 100;

/** Counts the values of one report that could not be stored as they were sent. */
export class IgnoredValues {
  private readonly counts = new Map<string, number>();

  /** Adds to the count of a field. Names of fields may come from the sender, so they are cleaned and cut. */
  add(field: string, values = 1): void {
    const name = cutText(field, MAX_FIELD_LENGTH) ?? '';
    const count = this.counts.get(name);
    if (count === undefined && this.counts.size >= MAX_IGNORED_FIELDS) return;
    this.counts.set(name, (count ?? 0) + values);
  }

  /** Adds all counts of another report part. */
  addAll(fields: IgnoredFields | undefined): void {
    for (const [field, values] of Object.entries(fields ?? {})) this.add(field, values);
  }

  /** Returns the counts by field, or undefined when every value was stored as it was sent. */
  get fields(): IgnoredFields | undefined {
    return this.counts.size === 0 ? undefined : Object.fromEntries(this.counts);
  }
}
