/** When a manifest is applied. */
export const PHASES = {
  preinstall: 'Before the PC is handed over',
  runtime: 'While the PC is used',
} as const;
export type Phase = keyof typeof PHASES;

/** What a payload is, and so how it is applied. */
export const TYPES = ['EXE', 'MSI', 'PS1', 'BAT', 'CMD', 'REG', 'INF', 'FILE'] as const;
export type EntryType = (typeof TYPES)[number];

/** How a PC finds out whether it has an entry already. */
export const DETECTIONS = ['Registry', 'File', 'FileVersion', 'Hash', 'MarkerFile', 'Always'] as const;
export type Detection = (typeof DETECTIONS)[number];

/** What a PC came to with a whole manifest. */
export const MANIFEST_STATUSES = {
  compliant: 'Compliant',
  changed: 'Changed',
  partial: 'Partial',
  failed: 'Failed',
} as const;
export type ManifestStatus = keyof typeof MANIFEST_STATUSES;

/** What it did about one entry. */
export const RESULT_ACTIONS = ['installed', 'updated', 'removed', 'skipped', 'uptodate', 'failed'] as const;
export type ResultAction = (typeof RESULT_ACTIONS)[number];

/** Lists that say for which PCs an entry is; an empty one says nothing. */
export const TARGET_FIELDS = ['PCTypes', 'TargetHostnames', 'TargetMachineNumbers', 'CMMVersions'] as const;

/** Entries of a type that brings nothing with it are only a command line. */
export const needsPayload = (type: EntryType, installargs: unknown): boolean =>
  type !== 'CMD' || typeof installargs !== 'string' || installargs.trim() === '';
