import { cutText } from '../../src/kit/clean-text.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import type { DeviceFacts, NamedDevice, SaveFactsResult } from '../../src/kit/device-facts.ts';
import { listHostNameForms } from '../../src/kit/host-name.ts';
import { printerOfAsset, printersOfHostName } from './queries.ts';
import { readingOf, saveReading } from './supplies/queries.ts';
import { printers } from './tables.ts';

/**
 * Returns the active printers with a host name, with or without its domain, at most two. See
 * `DeviceFactsStore`.
 */
export const findPrintersNamed = (reader: Reader, name: string): NamedDevice[] =>
  printersOfHostName.all(reader, listHostNameForms(name));

/**
 * Stores the facts of an inventory, and creates the printer record if it is missing. Firmware and host name
 * are in the printer record; counters and levels are in a table without history. Returns audit details only
 * when counters or levels change. An existing host name stays, and a scan does not replace the firmware.
 */
export function savePrinterFacts(tx: Tx, assetid: number, facts: DeviceFacts): SaveFactsResult | undefined {
  const printerid = printerOfAsset.get(tx, { assetid })?.printerid ?? tx.insert(printers, { assetid });
  const row = tx.row(printers, printerid)!;
  const { firmware, hostname } = facts;
  tx.update(printers, printerid, {
    ...(firmware && !(facts.isScan && row.firmware) && { firmware: cutText(firmware, 255) }),
    // An existing host name stays, because a user may have entered it.
    ...(hostname && row.hostname === null && { hostname: cutText(hostname, 255) }),
  });
  const before = readingOf.get(tx, { printerid });
  const { pagecount, pagecounters, supplies } = facts;
  if (pagecount === undefined && pagecounters === undefined && supplies === undefined) return undefined;
  const now = {
    pagecount: pagecount ?? before?.pagecount ?? null,
    pagecounters: pagecounters ? JSON.stringify(pagecounters) : (before?.pagecounters ?? null),
    supplies: supplies ? JSON.stringify(supplies) : (before?.supplies ?? null),
  };
  const isSame =
    before &&
    before.pagecount === now.pagecount &&
    before.pagecounters === now.pagecounters &&
    before.supplies === now.supplies;
  // An unchanged reading also updates the time, because it confirms the levels.
  saveReading.run(tx, { printerid, ...now, readat: tx.at });
  if (isSame) return undefined;
  const details = {
    ...(pagecount !== undefined && { pages: pagecount }),
    ...(supplies && { supplies: supplies.length }),
  };
  return { auditDetails: () => details };
}
