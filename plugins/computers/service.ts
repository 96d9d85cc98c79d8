import type { WriteContext } from '../../src/kit/data/tx.ts';
import { notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import {
  activeByOs,
  activeComputers,
  activeComputersByType,
  activeOnShopfloor,
  displayTypes,
  stampReport,
} from './queries.ts';
import { computers } from './registers.ts';
import * as tables from './tables.ts';

/** Counts active computers by type, operating system and shop floor. */
export function summarizeComputers(host: Host) {
  return host.db.read((reader) => {
    const shopfloor = activeOnShopfloor.get(reader)!.n;
    const total = activeComputers.get(reader)!.n;
    return {
      total,
      shopfloor,
      nonshopfloor: total - shopfloor,
      bytype: activeComputersByType.all(reader),
      byos: activeByOs.all(reader),
    };
  });
}

export const MAX_KIOSKS = 5000;

/**
 * Returns the computers whose type is a display or kiosk, at most MAX_KIOSKS. `fqdn` consists of the serial
 * number and the domain in the settings, in lower case; it is null when one of them is missing.
 */
export function displayKiosks(host: Host) {
  const domain = host.settings.text('display_fqdn_domain').replace(/^\.+/, '');
  const { lister } = host.resource(computers);
  const types = host.db.read((reader) => displayTypes.all(reader));
  const records = types
    .flatMap(({ computertypeid }) => lister.all(host.db, { computertypeid }))
    .slice(0, MAX_KIOSKS);
  return records.map((record) => ({
    ...record,
    fqdn: record.serialnumber && domain ? `${record.serialnumber}.${domain}`.toLowerCase() : null,
  }));
}

/**
 * Records that a computer is alive, with its user and boot time if they are present. Throws 404 for an
 * unknown computer.
 */
export function reportComputer(
  host: Host,
  context: WriteContext,
  computerid: number,
  report: { loggedinuser?: string | null; lastboottime?: string | null },
): void {
  host.db.transact(context, 'computers.computer.reported', (tx) => {
    if (!tx.row(tables.computers, computerid)) throw notFound('Computer');
    const { loggedinuser, lastboottime } = report;
    tx.update(tables.computers, computerid, {
      ...(loggedinuser === undefined ? {} : { loggedinuser }),
      ...(lastboottime === undefined ? {} : { lastboottime }),
    });
    stampReport.run(tx, { computerid, at: tx.at });
    // A report that changes neither the user nor the boot time is not audited.
    if (tx.journal.length === 0) return;
    tx.audit({ entitytype: 'computer', entityid: computerid, undoable: false });
  });
}
