import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Host } from '../../../src/kit/host.ts';
import type { SupplyState } from '../choices.ts';
import { suppliesOfModels } from '../queries.ts';
import type { PrinterReading } from './fleet.ts';
import {
  findSupplyParts,
  type LevelThresholds,
  levelOf,
  levelStateOf,
  type SupplyLevel,
  supplyKindOf,
} from './levels.ts';
import type { WatchedPrinter } from './queries.ts';

/** A part that can be ordered for a supply. */
export interface SupplyPart {
  modelsupplyid: number;
  partnumber: string;
  capacitytier: string;
  marketingname: string | null;
}

/** A supply of a printer, with the parts to order. */
export interface PrinterSupply extends SupplyLevel {
  name: string;
  supplytype: string | null;
  color: string;
  partnumber: string | null;
  parts: SupplyPart[];
}

/**
 * Supplies of a printer and their source: the monitoring system, or else the last inventory of the printer.
 */
export interface Supplies {
  supplies: PrinterSupply[];
  pingstatus: number;
  source: 'zabbix' | 'inventory' | null;
  checkedat: string | null;
}

/** Reads the thresholds for supply levels: `low` and `critical` in percent, `stale` in milliseconds. */
export function readLevelThresholds({ settings }: Host): LevelThresholds {
  return {
    low: settings.integer('supplies_low_percent'),
    critical: settings.integer('supplies_critical_percent'),
    stale: settings.integer('supplies_stale_hours') * 3_600_000,
  };
}

type ModelPart = ReturnType<typeof suppliesOfModels.all>[number];
export type PartsOfModels = ReadonlyMap<number, readonly ModelPart[]>;

/** Returns the supply parts of the models of these printers, by model ID. */
export function readPartsOfModels(reader: Reader, printers: readonly WatchedPrinter[]): PartsOfModels {
  const ids = [...new Set(printers.flatMap(({ modelnumberid }) => modelnumberid ?? []))];
  const rows = suppliesOfModels.all(reader, { ids: JSON.stringify(ids) });
  return Map.groupBy(rows, ({ modelnumberid }) => modelnumberid);
}

/**
 * Returns the supplies of a printer as read by Zabbix, or else as its inventory reported them. `now` is in
 * milliseconds since the epoch.
 */
export function suppliesOf(
  printer: WatchedPrinter,
  reading: PrinterReading | undefined,
  parts: PartsOfModels,
  { now, marks }: { now: number; marks: LevelThresholds },
): Supplies {
  const ordered = parts.get(printer.modelnumberid ?? 0) ?? [];
  const read = reading?.supplies.map(({ name, text, at }) => ({ name, ...levelOf(text, at, now, marks) }));
  const isRead = read !== undefined && read.length > 0;
  const levels = isRead ? read : readReportedLevels(printer, now, marks);
  return {
    supplies: levels.map((level) => withParts(level, ordered)),
    pingstatus: reading?.pingstatus ?? -1,
    source: isRead ? 'zabbix' : levels.length > 0 ? 'inventory' : null,
    checkedat: levels.reduce<string | null>((last, { checkedat }) => laterOf(last, checkedat), null),
  };
}

const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

interface ReportedLevel {
  name: string;
  level?: number;
  text: string;
}

/** Returns the levels from the last inventory of the printer. */
function readReportedLevels(
  { reported, reportedat }: WatchedPrinter,
  now: number,
  marks: LevelThresholds,
): (SupplyLevel & { name: string })[] {
  if (!reported || !reportedat) return [];
  const isStale = now - Date.parse(reportedat) > marks.stale;
  return (JSON.parse(reported) as ReportedLevel[]).map(({ name, level = null, text }) => {
    const reportedState: SupplyState =
      level === null ? (/^ok$/i.test(text) ? 'some left' : 'unknown') : levelStateOf(level, marks);
    return { name: inWords(name), level, state: isStale ? 'stale' : reportedState, checkedat: reportedat };
  });
}

/** Formats a supply name. GLPI sends `tonerblack` for "Toner black". */
function inWords(name: string): string {
  const spaced = name.replace(/(toner|drum|cartridge|waste)(?=[a-z])/, '$1 ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function withParts(level: SupplyLevel & { name: string }, ordered: readonly ModelPart[]): PrinterSupply {
  const parts = findSupplyParts(level.name, ordered).map(
    ({ modelsupplyid, partnumber, capacitytier, marketingname }) => ({
      modelsupplyid,
      partnumber,
      capacitytier,
      marketingname,
    }),
  );
  const usual = parts.find(({ capacitytier }) => capacitytier === 'standard') ?? parts[0];
  return { ...level, ...supplyKindOf(level.name), partnumber: usual?.partnumber ?? null, parts };
}
