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

/** The name of one part of each kind. */
export const PART_NAMES: Readonly<Record<keyof typeof PART_KINDS, string>> = {
  processor: 'Processor',
  memory: 'Memory',
  disk: 'Disk',
  volume: 'Volume',
  monitor: 'Monitor',
  graphics: 'Graphics',
  interface: 'Network interface',
  battery: 'Battery',
  antivirus: 'Antivirus',
  virtualmachine: 'Virtual machine',
  printer: 'Printer',
};

export type PartKind = keyof typeof PART_KINDS;
