import { cutText } from '../../../src/kit/clean-text.ts';
import { createSystemContext, type Tx } from '../../../src/kit/data/tx.ts';
import type { Host } from '../../../src/kit/host.ts';
import { sendAlert } from '../../../src/kit/outbox/alert.ts';
import { supplyalerts } from '../tables.ts';
import { allAlerts } from './queries.ts';
import { isLow, readSupplyWall, type WallRow } from './wall.ts';

const keyOf = (printerid: number, supply: string): string => `${printerid}/${supply.toLowerCase()}`;

/**
 * Alerts recipients about supplies that fell to a lower state: once for low, once for critical, and again
 * only after a refill. Supplies with an unknown level keep their state. Does nothing when no source returns a
 * level.
 */
export async function sendSupplyAlerts(host: Host): Promise<void> {
  const { rows, problem } = await readSupplyWall(host, true);
  if (problem !== null && rows.length === 0) return;
  const storedAlerts = host.db.read((reader) => allAlerts.all(reader));
  const before = new Map(storedAlerts.map((row) => [keyOf(row.printerid, row.supply), row]));
  const crossed = rows.filter((row) => {
    const alert = before.get(keyOf(row.printerid, row.supply));
    return isLow(row) && (!alert || (row.state === 'critical' && alert.state === 'low'));
  });
  // A supply that its printer no longer reports is not low any more.
  const now = new Map(rows.map((row) => [keyOf(row.printerid, row.supply), row.state]));
  const speaking = new Set(rows.map(({ printerid }) => printerid));
  const above = storedAlerts.filter(({ printerid, supply }) => {
    const state = now.get(keyOf(printerid, supply));
    return state === 'ok' || (state === undefined && speaking.has(printerid));
  });
  if (crossed.length + above.length === 0) return;
  host.db.transact(createSystemContext(), 'printers.supply.alerted', (tx) => {
    for (const { supplyalertid } of above) tx.delete(supplyalerts, supplyalertid);
    for (const { printerid, supply, state, level } of crossed) {
      const alert = before.get(keyOf(printerid, supply));
      const fallen = { state: state as 'low' | 'critical', level };
      if (alert) tx.update(supplyalerts, alert.supplyalertid, fallen);
      else tx.insert(supplyalerts, { printerid, supply, ...fallen });
    }
    if (crossed.length > 0) sendAlerts(host, tx, crossed);
    tx.audit({
      entitytype: 'supplyalert',
      entityid: null,
      details: { low: crossed.map(sentenceOf), refilled: above.map(({ supply }) => supply) },
      undoable: false,
    });
  });
}

const printerOf = ({ windowsname, name, hostname, assetnumber }: WallRow): string =>
  windowsname ?? name ?? hostname ?? assetnumber;

function sentenceOf(row: WallRow): string {
  const place = row.location ? ` (${row.location})` : '';
  const part = row.partnumber ? `, order ${row.partnumber}` : '';
  return `${row.supply} of ${printerOf(row)}${place} is ${row.state} at ${row.level} %${part}.`;
}

/** Sends one alert for all supplies found in one run. */
function sendAlerts(host: Host, tx: Tx, rows: readonly WallRow[]): void {
  const [first] = rows;
  sendAlert(host, tx, {
    event: 'printers.supplies.low',
    title: rows.length === 1 ? cutText(sentenceOf(first!), 150)! : `${rows.length} printer supplies are low`,
    text: rows.map(sentenceOf).join('\n'),
    path: '/printers/supplies',
    severity: rows.some(({ state }) => state === 'critical') ? 'critical' : 'warning',
    data: {
      supplies: rows.map(({ printerid, supply, level, state, partnumber }) => ({
        printerid,
        supply,
        level,
        state,
        partnumber,
      })),
    },
  });
}
