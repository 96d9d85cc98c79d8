import { PART_KINDS, type PartKind } from '../hardware/kinds.ts';
import type { CanonicalRecord } from './facts.ts';

/**
 * Empty values for the reported facts of an asset. Another device that takes the record over has not reported
 * them.
 */
export const NO_ASSET_FACTS = { vendorid: null, modelnumberid: null } as const;

/** Empty values for the reported facts of a computer. */
export const NO_COMPUTER_FACTS = {
  osid: null,
  loggedinuser: null,
  lastboottime: null,
  diskfree: null,
  processor: null,
  memorygb: null,
  diskgb: null,
  chassistype: null,
  biosversion: null,
} as const;

const NO_HARDWARE = { processor: undefined, chassistype: undefined, biosversion: undefined };
const NO_PARTS = Object.fromEntries(Object.keys(PART_KINDS).map((kind) => [kind, []])) as Record<
  PartKind,
  []
>;

/**
 * Returns the report of a computer that takes a record over. A missing list becomes empty, so that the old
 * one does not stay.
 */
export const fillMissingLists = (report: CanonicalRecord): CanonicalRecord => ({
  ...report,
  ipaddresses: report.ipaddresses ?? [],
  macaddresses: report.macaddresses ?? [],
  installedapps: report.installedapps ?? [],
  hardware: { ...NO_HARDWARE, ...report.hardware, parts: { ...NO_PARTS, ...report.hardware?.parts } },
});
