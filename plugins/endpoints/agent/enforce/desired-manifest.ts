import { z } from 'zod';

/** What of a manifest's entry an agent goes by. */
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

/** Throws an Error that says what this agent cannot read: a later appliance may know more than it. */
export function parseEntry(given: { Name: string }): Entry {
  const read = entry.safeParse(given);
  if (read.success) return read.data;
  const [{ path, message }] = read.error.issues as [z.core.$ZodIssue];
  throw new Error(`This agent cannot read ${path.join('.')}: ${message}.`);
}

/** What the appliance says this PC must have: the entries that are for it, of each published manifest. */
export const desiredManifests = z.object({
  /** How often the PC is to look after it by itself; 0 for never. An older appliance says nothing. */
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

/** What came of one entry, as the appliance takes it. */
export interface EntryResult {
  entryname: string;
  action: 'installed' | 'updated' | 'skipped' | 'uptodate' | 'failed';
  message?: string;
  exitcode?: number;
  durationms?: number;
}
