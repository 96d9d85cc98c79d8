/** What a computer is made of, in the order in which a person looks at it. */
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
