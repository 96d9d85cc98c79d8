import type { IgnoredValues } from '../../kit/ignored-fields.ts';

type Key = string | number;

/** Part of a long list that is read by itself, and where in the list it begins. */
export interface Slice {
  key: string;
  at: number;
}

/** Returns the path in the whole record of a path in a slice of it. */
export function toRecordPath(path: readonly PropertyKey[], slice?: Slice): PropertyKey[] {
  const [field, index, ...rest] = path;
  const isMoved = slice !== undefined && field === slice.key && typeof index === 'number';
  return isMoved ? [field, index + slice.at, ...rest] : [...path];
}

/** Counts each place of a record once, however often its value is converted. */
export class CountedPlaces {
  slice: Slice | undefined;
  /** Where the entries of a list were before others were taken out of it. */
  readonly positions = new WeakMap<readonly unknown[], readonly number[]>();
  private readonly places = new Set<string>();

  constructor(private readonly ignored: IgnoredValues) {}

  has(path: readonly Key[]): boolean {
    return this.places.has(this.placeOf(path));
  }

  add(path: readonly Key[], values = 1): void {
    if (this.has(path)) return;
    this.places.add(this.placeOf(path));
    this.ignored.add(path.filter((key) => typeof key === 'string').join('.'), values);
  }

  /** Adds values of a field that is counted already. */
  addMore(field: string, values: number): void {
    if (values > 0) this.ignored.add(field, values);
  }

  /** Takes places as counted, since the value that they were made of is. */
  cover(paths: readonly (readonly Key[])[]): void {
    for (const path of paths) this.places.add(this.placeOf(path));
  }

  private placeOf(path: readonly Key[]): string {
    return JSON.stringify(toRecordPath(path, this.slice));
  }
}
