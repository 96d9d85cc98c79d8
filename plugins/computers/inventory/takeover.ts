import { PART_KINDS, type PartKind } from '../hardware/kinds.ts';
import type { CanonicalRecord } from './facts.ts';

/** Facts of an asset that reports write, empty: another thing that has the record now has not reported them. */
export const NO_ASSET_FACTS = { vendorid: null, modelnumberid: null } as const;

/** The same facts of a computer. */
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

/** The report of a computer that takes a record over: a list that it leaves out is empty, and not as it was. */
export const fillMissingLists = (report: CanonicalRecord): CanonicalRecord => ({
  ...report,
  ipaddresses: report.ipaddresses ?? [],
  macaddresses: report.macaddresses ?? [],
  installedapps: report.installedapps ?? [],
  hardware: { ...NO_HARDWARE, ...report.hardware, parts: { ...NO_PARTS, ...report.hardware?.parts } },
});
