import type { WriteContext } from '../../src/kit/data/tx.ts';
import { notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { computers } from './registers.ts';

/** Counts by type, by operating system and by where they stand; inactive computers are left out. */
export function summarise(host: Host) {
  return host.db.read((reader) => {
    const from = 'FROM computers c JOIN assets a ON a.assetid = c.assetid AND a.isactive = 1';
    const shopfloor =
      reader.value<number>(
        `SELECT count(*) ${from} JOIN computertypes t ON t.computertypeid = c.computertypeid WHERE t.isshopfloor = 1`,
      ) ?? 0;
    const total = reader.value<number>(`SELECT count(*) ${from}`) ?? 0;
    return {
      total,
      shopfloor,
      nonshopfloor: total - shopfloor,
      bytype: reader.all(
        `SELECT c.computertypeid, t.computertype, count(*) AS count ${from} LEFT JOIN computertypes t ON t.computertypeid = c.computertypeid GROUP BY c.computertypeid ORDER BY count DESC`,
      ),
      byos: reader.all(
        `SELECT c.osid, o.osname, o.osversion, count(*) AS count ${from} LEFT JOIN operatingsystems o ON o.osid = c.osid GROUP BY c.osid ORDER BY count DESC`,
      ),
    };
  });
}

/** Display computers, each with the full name that its serial number and the site's domain give. */
export function displayKiosks(host: Host) {
  const domain = host.settings.text('display_fqdn_domain').replace(/^\.+/, '');
  const { lister } = host.resource(computers);
  const types = host.db.read((reader) =>
    reader.all<{ computertypeid: number }>(
      'SELECT computertypeid FROM computertypes WHERE isdisplaykiosk = 1',
    ),
  );
  const records = types.flatMap(({ computertypeid }) => lister.all(host.db, { computertypeid }));
  return records.map((record) => ({
    ...record,
    fqdn: record.serialnumber && domain ? `${record.serialnumber}.${domain}`.toLowerCase() : null,
  }));
}

/** A computer says that it is alive, and who uses it. */
export function reportComputer(
  host: Host,
  context: WriteContext,
  computerid: number,
  report: { loggedinuser?: string | null; lastboottime?: string | null },
): void {
  host.db.transact(context, (tx) => {
    if (!tx.row('computers', computerid)) throw notFound('Computer');
    const { loggedinuser, lastboottime } = report;
    tx.update('computers', computerid, {
      ...(loggedinuser === undefined ? {} : { loggedinuser }),
      ...(lastboottime === undefined ? {} : { lastboottime }),
    });
    tx.run('UPDATE computers SET lastreporteddate = ? WHERE computerid = ?', tx.at, computerid);
    tx.audit({
      action: 'computers.computer.reported',
      entitytype: 'computer',
      entityid: computerid,
      undoable: false,
    });
  });
}
