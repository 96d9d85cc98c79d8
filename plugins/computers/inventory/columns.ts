import type { assets } from '../../../src/features/catalog/tables.ts';
import type { ColumnChanges } from '../../../src/kit/data/columns.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { computers } from '../tables.ts';
import type { AdditionBudget } from './additions.ts';
import { ensureModel, ensureOperatingSystem, ensureVendor } from './reference.ts';
import type { ComputerRecord } from './schema.ts';

/** Tolerance for the start time. Agents compute it from the uptime, so it varies by seconds. */
const SAME_START_MS = 60_000;

type ComputerFacts = Partial<ComputerRecord>;

/** Returns the asset columns for the reported facts. Creates a missing vendor or model, within the budget. */
export function buildAssetColumns(
  tx: Tx,
  facts: ComputerFacts,
  additions: AdditionBudget,
): ColumnChanges<typeof assets> {
  const vendorid = facts.manufacturer ? ensureVendor(tx, facts.manufacturer, additions) : undefined;
  const columns: ColumnChanges<typeof assets> = {};
  if (facts.serialnumber) columns.serialnumber = facts.serialnumber;
  if (vendorid) columns.vendorid = vendorid;
  const model = { modelnumber: facts.model ?? '', vendorid: vendorid ?? null, assettype: 'Computer' };
  const modelnumberid = facts.model ? ensureModel(tx, model, additions) : undefined;
  if (modelnumberid) columns.modelnumberid = modelnumberid;
  return columns;
}

/**
 * Returns the columns for the reported facts, except the host name, which two computers may claim. A boot
 * time within a minute of the previous one is left out. Creates a missing operating system, within the
 * budget.
 */
export function buildComputerColumns(
  tx: Tx,
  facts: ComputerFacts,
  additions: AdditionBudget,
  previous?: { lastboottime: string | null },
): ColumnChanges<typeof computers> {
  const columns: ColumnChanges<typeof computers> = {};
  if (facts.uuid) columns.uuid = facts.uuid;
  const system = { osname: facts.osname ?? '', osversion: facts.osversion ?? null };
  const osid = facts.osname ? ensureOperatingSystem(tx, system, additions) : undefined;
  if (osid) columns.osid = osid;
  if (facts.loggedinuser) columns.loggedinuser = facts.loggedinuser;
  if (facts.lastboottime && !isSameStart(facts.lastboottime, previous?.lastboottime ?? null))
    columns.lastboottime = facts.lastboottime;
  const { processor, memorygb, diskgb, chassistype, biosversion } = facts.hardware ?? {};
  const hardware = { processor, memorygb, diskgb, chassistype, biosversion };
  for (const [name, value] of Object.entries(hardware))
    if (value !== undefined) Object.assign(columns, { [name]: value });
  return columns;
}

const isSameStart = (one: string, other: string | null): boolean =>
  other !== null && Math.abs(Date.parse(one) - Date.parse(other)) <= SAME_START_MS;

/** Returns the part of a change for which the row has no values yet. */
export const gapsOf = <T extends object>(row: object, change: T): T =>
  Object.fromEntries(
    Object.entries(change).filter(([column]) => (row as Record<string, unknown>)[column] === null),
  ) as T;
