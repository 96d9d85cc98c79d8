import type { z } from 'zod';
import type { CountedPlaces } from './counted-places.ts';
import { RecordRepair } from './record-repair.ts';

type Issue = z.core.$ZodIssue;

/** A value may be converted several times, such as a list of one text that is too long. */
const MAX_ROUNDS = 12;

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
  // The first entries of a list that is too long identify as well.
  const isTooLong = issue.code === 'too_big' && issue.origin === 'array' && within.length === 0;
  if (identifiers.includes(field) && !isTooLong) return false;
  return !(issue.code === 'custom' && issue.params?.refuses);
}
