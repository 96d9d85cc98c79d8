import { z } from 'zod';

/** Fields of a manifest entry that the agent validates. It ignores any others. */
const entry = z.looseObject({
  Name: z.string(),
  Type: z.enum(['EXE', 'MSI', 'PS1', 'BAT', 'CMD', 'REG', 'INF', 'FILE']),
  InstallArgs: z.string().nullish(),
  DetectionMethod: z.enum(['Registry', 'File', 'FileVersion', 'Hash', 'MarkerFile', 'Always']).nullish(),
  DetectionPath: z.string().nullish(),
  DetectionName: z.string().nullish(),
  DetectionValue: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  InlinePayload: z.string().nullish(),
  PayloadSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullish(),
  PayloadSize: z.int().nullish(),
  LogFile: z.string().nullish(),
  RebootRequired: z.boolean().nullish(),
});
export type Entry = z.output<typeof entry>;

/**
 * Parses an entry. Throws an Error that names the first field that this agent cannot read, because a later
 * appliance may have new features.
 */
export function parseEntry(published: { Name: string }): Entry {
  const read = entry.safeParse(published);
  if (read.success) return read.data;
  const [{ path, message }] = read.error.issues as [z.core.$ZodIssue];
  throw new Error(`This agent cannot read ${path.join('.')}: ${message}.`);
}

/** Desired state of this PC: the entries of each published manifest that apply to it. */
export const desiredManifests = z.object({
  /** Minutes between scheduled runs; 0 for never. An older appliance omits it. */
  everyminutes: z.int().min(0).default(0),
  manifests: z
    .object({
      scopename: z.string(),
      phase: z.string(),
      revision: z.int(),
      entries: z.looseObject({ Name: z.string() }).array(),
    })
    .array(),
});
export type DesiredManifest = z.output<typeof desiredManifests>['manifests'][number];

/** Result of one entry in a report. */
export interface EntryResult {
  entryname: string;
  action: 'installed' | 'updated' | 'skipped' | 'uptodate' | 'failed';
  message?: string;
  exitcode?: number;
  durationms?: number;
  /** True when the time of the run ended before the entry was applied. It is not sent to the appliance. */
  isOutOfTime?: true;
}
