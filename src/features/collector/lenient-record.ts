import type { z } from 'zod';
import type { IgnoredValues } from '../../kit/ignored-fields.ts';
import { convertedValue } from './converted-value.ts';

type Issue = z.core.$ZodIssue;
type Key = string | number;
type Container = Record<Key, unknown>;

/** A value may be converted several times, such as a list of one text that is too long. */
const MAX_ROUNDS = 12;
const LEFT_OUT = Symbol('left out');

/** Marks an issue of a descriptive field that refuses the record anyway, such as a reference to nothing. */
export const REFUSES = { refuses: true } as const;

/** How the records of a collector are read. */
export interface RecordReading {
  schema: z.ZodType;
  /**
   * Fields that records are found by: a wrong value there refuses the record. Every other field only describes. Without
   * a list, none does.
   */
  identifiers: readonly string[] | undefined;
}

/** Part of a long list that is read by itself, and where in the list it begins. */
export interface Slice {
  key: string;
  at: number;
}

/** Returns the path in the whole record of a path in a slice of it. */
export function pathInWhole(path: readonly PropertyKey[], slice?: Slice): PropertyKey[] {
  const [field, index, ...rest] = path;
  const isMoved = slice !== undefined && field === slice.key && typeof index === 'number';
  return isMoved ? [field, index + slice.at, ...rest] : [...path];
}

/** Counts each place of a record once, however often its value is converted. */
export class CountedPlaces {
  slice: Slice | undefined;
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

  /** Takes places as counted, since the value that they were made of is. */
  cover(paths: readonly (readonly Key[])[]): void {
    for (const path of paths) this.places.add(this.placeOf(path));
  }

  private placeOf(path: readonly Key[]): string {
    return JSON.stringify(pathInWhole(path, this.slice));
  }
}

/**
 * Reads a record by its schema. Values of descriptive fields that the schema does not accept are converted, cut or left
 * out, within `record` itself, and counted. Answers the data, or the issues that refuse the record.
 */
export function readLeniently(
  { schema, identifiers }: RecordReading,
  record: unknown,
  counted: CountedPlaces,
): { data: unknown } | { issues: readonly Issue[] } {
  let issues: readonly Issue[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const result = schema.safeParse(record);
    if (result.success) return { data: result.data };
    issues = result.error.issues;
    const refusing = issues.filter((issue) => !isDescriptive(issue, identifiers));
    if (refusing.length > 0) return { issues: refusing };
    const repair = new Repair(record as Container, counted);
    const isChanged = issues.map((issue) => repair.apply(issue)).some(Boolean);
    repair.finish();
    if (!isChanged) break;
  }
  return { issues };
}

function isDescriptive(issue: Issue, identifiers: RecordReading['identifiers']): boolean {
  const [field] = issue.path;
  if (typeof field !== 'string' || !identifiers || identifiers.includes(field)) return false;
  return !(issue.code === 'custom' && issue.params?.refuses);
}

/** One round of repairs of a record. */
class Repair {
  /** Lists that have entries to be taken out, by their paths. */
  private readonly lists = new Map<string, readonly Key[]>();

  constructor(
    private readonly record: Container,
    private readonly counted: CountedPlaces,
  ) {}

  /** Converts the value at fault or leaves it out; answers false when there is nothing to change. */
  apply(issue: Issue): boolean {
    const path = issue.path as Key[];
    const parent = this.at(path.slice(0, -1));
    if (typeof parent !== 'object' || parent === null) return true;
    const value = (parent as Container)[path.at(-1)!];
    if (value === LEFT_OUT) return true;
    if (value === undefined) return this.leaveOutWithout(path);
    const converted = convertedValue(issue, value);
    const isCutList = Array.isArray(value) && Array.isArray(converted);
    this.counted.add(path, isCutList ? value.length - converted.length : 1);
    if (converted === undefined) return this.leaveOut(path);
    if (Array.isArray(converted) && !isCutList) this.counted.cover(converted.map((_, n) => [...path, n]));
    (parent as Container)[path.at(-1)!] = converted;
    return true;
  }

  /** Takes the entries out of lists that were left out. A list with nothing else in it states nothing: it goes too. */
  finish(): void {
    const paths = [...this.lists.values()].sort((a, b) => b.length - a.length);
    for (const path of paths) {
      const list = this.at(path);
      const parent = this.at(path.slice(0, -1)) as Container;
      if (!Array.isArray(list)) continue;
      const usable = list.filter((entry) => entry !== LEFT_OUT);
      if (usable.length > 0 || Array.isArray(parent)) parent[path.at(-1)!] = usable;
      else delete parent[path.at(-1)!];
    }
  }

  private at(path: readonly Key[]): unknown {
    return path.reduce<unknown>((value, key) => (value as Container | undefined)?.[key], this.record);
  }

  /** Leaves out the object that lacks a value it needs. */
  private leaveOutWithout(missing: readonly Key[]): boolean {
    const path = missing.slice(0, -1);
    if (path.length === 0) return false;
    if (!this.counted.has(missing)) this.counted.add(path);
    return this.leaveOut(path);
  }

  private leaveOut(path: readonly Key[]): boolean {
    const key = path.at(-1)!;
    const parentPath = path.slice(0, -1);
    const parent = this.at(parentPath) as Container;
    if (Array.isArray(parent)) {
      parent[key as number] = LEFT_OUT;
      this.lists.set(JSON.stringify(parentPath), parentPath);
    } else delete parent[key];
    return true;
  }
}
