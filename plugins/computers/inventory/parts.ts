import type { Tx } from '../../../src/kit/data/tx.ts';
import type { PartKind } from '../hardware/kinds.ts';
import type { Hardware, ReportedPart } from '../hardware/schema.ts';
import { computerparts } from '../tables.ts';
import { partsOfComputer, saveDiskFreeSpace, savePartFreeSpace } from './part-queries.ts';
import { addressRowOf } from './queries.ts';

type KnownPart = ReturnType<typeof partsOfComputer.all>[number];

/**
 * Replaces the parts of a computer with the reported ones, kind by kind. A kind that is not reported stays.
 * Added, changed and removed parts are history; the free space of a volume is not. Also stores the free space
 * of the fullest volume. `stays` reports whether a part stays that the report leaves out.
 */
export function syncParts(
  tx: Tx,
  computerid: number,
  reportedParts: NonNullable<Hardware['parts']>,
  stays: (part: KnownPart) => boolean = () => false,
): void {
  const storedByKind = Map.groupBy(partsOfComputer.all(tx, { computerid }), ({ kind }) => kind);
  for (const [kind, parts] of Object.entries(reportedParts) as [PartKind, ReportedPart[]][])
    syncKind(tx, computerid, kind, { parts, stored: storedByKind.get(kind) ?? [], stays });
  if (reportedParts.volume)
    saveDiskFreeSpace.run(tx, { computerid, diskfree: fullestOf(reportedParts.volume) });
}

/**
 * Returns a predicate for parts that are interfaces with a MAC address of the asset. The serial number of an
 * interface is its MAC address.
 */
export const isOfAdapter =
  (tx: Tx, assetid: number) =>
  ({ kind, serialnumber }: KnownPart): boolean =>
    kind === 'interface' &&
    serialnumber !== null &&
    addressRowOf.get(tx, { assetid, commtype: 'mac', address: serialnumber }) !== undefined;

function syncKind(
  tx: Tx,
  computerid: number,
  kind: PartKind,
  {
    parts,
    stored,
    stays,
  }: { parts: ReportedPart[]; stored: KnownPart[]; stays: (part: KnownPart) => boolean },
): void {
  const present = new Map(stored.map((row) => [row.partkey, row]));
  for (const { partkey, free, ...part } of withKeys(parts)) {
    const row = present.get(partkey);
    present.delete(partkey);
    if (row) {
      tx.update(computerparts, row.computerpartid, part);
      if (row.freemegabytes !== free)
        savePartFreeSpace.run(tx, { computerpartid: row.computerpartid, freemegabytes: free });
    } else tx.insert(computerparts, { computerid, kind, partkey, ...part, freemegabytes: free });
  }
  for (const row of present.values()) if (!stays(row)) tx.delete(computerparts, row.computerpartid);
}

/**
 * Yields each part with its key. A second part with the same key, such as a memory bank without a number,
 * gets a key of its own.
 */
function* withKeys(parts: readonly ReportedPart[]) {
  const met = new Map<string, number>();
  for (const { name, manufacturer, serialnumber, place, megabytes, freemegabytes, detail } of parts) {
    const base = (place ?? serialnumber ?? name ?? '').toLowerCase();
    const n = (met.get(base) ?? 0) + 1;
    met.set(base, n);
    yield {
      partkey: n === 1 ? base : `${base} ${n}`,
      name: name ?? 'Unnamed',
      manufacturer: manufacturer ?? null,
      serialnumber: serialnumber ?? null,
      place: place ?? null,
      megabytes: megabytes ?? null,
      detail: detail ?? null,
      free: freemegabytes ?? null,
    };
  }
}

/**
 * Minimum size of a volume that counts. Smaller ones are boot or recovery partitions, which are always full.
 */
const MIN_DISK_MB = 2048;

/** Returns the free percentage of the fullest volume of at least MIN_DISK_MB, or null when none is known. */
function fullestOf(volumes: readonly ReportedPart[]): number | null {
  const shares = volumes.flatMap(({ megabytes, freemegabytes }) =>
    megabytes !== undefined && megabytes >= MIN_DISK_MB && freemegabytes !== undefined
      ? [Math.min(100, Math.floor((freemegabytes / megabytes) * 100))]
      : [],
  );
  return shares.length > 0 ? Math.min(...shares) : null;
}
