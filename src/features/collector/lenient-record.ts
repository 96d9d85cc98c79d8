import type { z } from 'zod';
import type { CountedPlaces } from './counted-places.ts';
import { RecordRepair } from './record-repair.ts';

type Issue = z.core.$ZodIssue;

/**
 * Maximum number of times that a record is validated and repaired. A value may need several repairs, such as
 * a list with one text that is too long.
 */
const MAX_ROUNDS = 12;

/**
 * Marks an issue of a descriptive field that rejects the record anyway, such as a reference to an unknown
 * record.
 */
export const REJECT_RECORD = { refuses: true } as const;

/** Options for reading the records of a collector. */
export interface RecordReading {
  schema: z.ZodType;
  /**
   * Fields that identify records. An invalid value in one of them rejects the record, except a list that is
   * too long, which is truncated. All other fields are descriptive. Without this list no field is
   * descriptive.
   */
  identifiers: readonly string[] | undefined;
}

/**
 * Reads a record by its schema. Converts, truncates or removes invalid values of descriptive fields in
 * `record` itself, and counts them. Returns the data, or the issues that reject the record.
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
    const repair = new RecordRepair(record as Record<string, unknown>, counted);
    const isChanged = issues.map((issue) => repair.apply(issue)).some(Boolean);
    repair.finish();
    if (!isChanged) break;
  }
  return { issues };
}

function isDescriptive(issue: Issue, identifiers: RecordReading['identifiers']): boolean {
  const [field, ...within] = issue.path;
  if (typeof field !== 'string' || !identifiers) return false;
  // A list of identifiers that is too long is truncated, because its first entries also identify.
  const isTooLong = issue.code === 'too_big' && issue.origin === 'array' && within.length === 0;
  if (identifiers.includes(field) && !isTooLong) return false;
  return !(issue.code === 'custom' && issue.params?.refuses);
}
