import { z } from 'zod';
import { cutText } from '../../../src/kit/clean-text.ts';
import { PART_KINDS, type PartKind } from './kinds.ts';

/** Maximum parts of one kind in a report. */
export const MAX_PARTS = 500;
const MAX_MEGABYTES = 2 ** 50;
/**
 * Maximum gigabytes of memory and of disks, which exceed those of any computer. A larger value is in another
 * unit.
 */
export const MAX_MEMORY_GB = 1e5;
export const MAX_DISK_GB = 1e7;

const text = z
  .string()
  .max(65_536)
  .nullish()
  .transform((value) => (value ? cutText(value, 255) || undefined : undefined));
const megabytes = z
  .number()
  .min(0)
  .max(MAX_MEGABYTES)
  .nullish()
  .transform((value) => (value == null ? undefined : Math.round(value)));

const part = z.object({
  name: text,
  manufacturer: text,
  serialnumber: text,
  place: text.meta({ description: 'Slot, mount point or device name.' }),
  megabytes,
  freemegabytes: megabytes,
  detail: text,
});
export type ReportedPart = z.output<typeof part>;

const kinds = Object.keys(PART_KINDS) as [PartKind, ...PartKind[]];
const parts = z.partialRecord(z.enum(kinds), z.array(part).max(MAX_PARTS));

/** Hardware report of a computer. Missing fields were not examined. */
export const hardware = z.object({
  processor: text,
  memorygb: z.number().min(0).max(MAX_MEMORY_GB).optional(),
  diskgb: z.number().min(0).max(MAX_DISK_GB).optional(),
  chassistype: text,
  biosversion: text,
  parts: parts.optional().meta({ description: 'Parts by kind. An omitted kind was not scanned.' }),
});
export type Hardware = z.output<typeof hardware>;
