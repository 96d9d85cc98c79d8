/** Kinds of hardware parts, in the order of the UI. */
export const PART_KINDS = {
  processor: 'Processors',
  memory: 'Memory',
  disk: 'Disks',
  volume: 'Volumes',
  monitor: 'Monitors',
  graphics: 'Graphics',
  interface: 'Network interfaces',
  battery: 'Batteries',
  antivirus: 'Antivirus',
  virtualmachine: 'Virtual machines',
  printer: 'Printers',
} as const;

export type PartKind = keyof typeof PART_KINDS;
