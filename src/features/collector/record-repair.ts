import type { z } from 'zod';
import { convertValue } from './converted-value.ts';
import type { CountedPlaces } from './counted-places.ts';

type Issue = z.core.$ZodIssue;
type Key = string | number;
type Container = Record<Key, unknown>;

const OMITTED = Symbol('left out');

/** Repairs a record in place, in one pass. */
export class RecordRepair {
  /** Paths of lists from which entries are to be removed. */
  private readonly lists = new Map<string, readonly Key[]>();

  constructor(
    private readonly record: Container,
    private readonly counted: CountedPlaces,
  ) {}

  /** Converts or removes the value of an issue. Returns false when there is nothing to change. */
  apply(issue: Issue): boolean {
    const path = issue.path as Key[];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => this.countAndLeaveOut([...path, key])).some(Boolean);
    const parent = this.at(path.slice(0, -1));
    if (typeof parent !== 'object' || parent === null) return true;
    const value = (parent as Container)[path.at(-1)!];
    if (value === OMITTED) return true;
    if (value === undefined) return this.leaveOutWithout(path);
    const converted = convertValue(issue, value);
    const isCutList = Array.isArray(value) && Array.isArray(converted);
    const place = this.placeOf(path);
    this.counted.add(place, isCutList ? value.length - converted.length : 1);
    if (converted === undefined) return this.leaveOut(path);
    if (Array.isArray(converted) && !isCutList)
      this.counted.markCounted(converted.map((_, n) => [...place, n]));
    (parent as Container)[path.at(-1)!] = converted;
    return true;
  }

  /**
   * Removes the marked entries from lists. Also removes a list that becomes empty, unless it is an entry of
   * another list, because an empty list would be a statement of its own.
   */
  finish(): void {
    const paths = [...this.lists.values()].sort((a, b) => b.length - a.length);
    for (const path of paths) {
      const list = this.at(path);
      const parent = this.at(path.slice(0, -1)) as Container;
      if (!Array.isArray(list)) continue;
      const usable = list.filter((entry) => entry !== OMITTED);
      const before = this.counted.positions.get(list);
      const positions = [...list.keys()].filter((n) => list[n] !== OMITTED).map((n) => before?.[n] ?? n);
      this.counted.positions.set(usable, positions);
      if (usable.length > 0 || Array.isArray(parent)) parent[path.at(-1)!] = usable;
      else delete parent[path.at(-1)!];
    }
  }

  private at(path: readonly Key[]): unknown {
    return path.reduce<unknown>((value, key) => (value as Container | undefined)?.[key], this.record);
  }

  /** Removes the object that lacks a required value. Returns false when that object is the whole record. */
  private leaveOutWithout(missing: readonly Key[]): boolean {
    const path = missing.slice(0, -1);
    if (path.length === 0) return false;
    return this.counted.has(this.placeOf(missing)) ? this.leaveOut(path) : this.countAndLeaveOut(path);
  }

  private countAndLeaveOut(path: readonly Key[]): boolean {
    this.counted.add(this.placeOf(path));
    return this.leaveOut(path);
  }

  /** Returns the path in the record as it was sent. Removed list entries have shifted those after them. */
  private placeOf(path: readonly Key[]): Key[] {
    return path.map((key, depth) => {
      const list = typeof key === 'number' ? this.at(path.slice(0, depth)) : undefined;
      return Array.isArray(list) ? (this.counted.positions.get(list)?.[key as number] ?? key) : key;
    });
  }

  private leaveOut(path: readonly Key[]): boolean {
    const key = path.at(-1)!;
    const parentPath = path.slice(0, -1);
    const parent = this.at(parentPath) as Container;
    if (Array.isArray(parent)) {
      parent[key as number] = OMITTED;
      this.lists.set(JSON.stringify(parentPath), parentPath);
    } else delete parent[key];
    return true;
  }
}
