/** Phases in which a manifest is applied. */
export const PHASES = {
  preinstall: 'Before handover',
  runtime: 'In operation',
} as const;
export type Phase = keyof typeof PHASES;

/** Types of payloads, which determine how they are applied. */
export const TYPES = ['EXE', 'MSI', 'PS1', 'BAT', 'CMD', 'REG', 'INF', 'FILE'] as const;
export type EntryType = (typeof TYPES)[number];

/** Methods by which a PC detects whether it has an entry already. */
export const DETECTIONS = ['Registry', 'File', 'FileVersion', 'Hash', 'MarkerFile', 'Always'] as const;
export type Detection = (typeof DETECTIONS)[number];

/** Outcome of a whole manifest on a PC. */
export const MANIFEST_STATUSES = {
  compliant: 'Compliant',
  changed: 'Changed',
  partial: 'Partial',
  failed: 'Failed',
} as const;
export type ManifestStatus = keyof typeof MANIFEST_STATUSES;

/** Outcome of one entry on a PC. */
export const RESULT_ACTIONS = ['installed', 'updated', 'removed', 'skipped', 'uptodate', 'failed'] as const;
export type ResultAction = (typeof RESULT_ACTIONS)[number];

/** Lists that select the PCs of an entry. An empty list selects all. */
export const TARGET_FIELDS = ['PCTypes', 'TargetHostnames', 'TargetMachineNumbers', 'CMMVersions'] as const;

/**
 * Reports whether an entry needs a payload. Only an entry of type CMD can do without one, if it has a command
 * line.
 */
export const needsPayload = (type: EntryType, installargs: unknown): boolean =>
  type !== 'CMD' || typeof installargs !== 'string' || installargs.trim() === '';
