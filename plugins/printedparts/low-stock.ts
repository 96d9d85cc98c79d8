import { cutText } from '../../src/kit/clean-text.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import type { Host } from '../../src/kit/host.ts';
import { sendAlert } from '../../src/kit/outbox/alert.ts';
import { teamWithId } from './queries.ts';
import type { PrintedItem } from './tables.ts';

export type LowItem = PrintedItem & { lowstockthreshold: number };

const calledOf = ({ itemcode, name }: PrintedItem): string => (name ? `${itemcode} ${name}` : itemcode);

/**
 * Queues the low-stock alert in the same transaction: by mail to the alert recipients, and to the webhook of
 * the support team or of the site.
 */
export function sendLowStockAlert(host: Host, tx: Tx, item: LowItem): void {
  const { itemid, itemcode, gagelabtag, name, quantityonhand, lowstockthreshold } = item;
  const team =
    item.supportteamid === null ? undefined : teamWithId.get(tx, { supportteamid: item.supportteamid });
  sendAlert(host, tx, {
    event: 'printedparts.stock.low',
    title: cutText(`${calledOf(item)}: ${quantityonhand} left, alert level ${lowstockthreshold}`, 150)!,
    text: [
      `Printed part ${calledOf(item)} is low on stock: ${quantityonhand} on hand, alert level ${lowstockthreshold}.`,
      ...(gagelabtag ? [`Gauge lab tag: ${gagelabtag}`] : []),
      ...(team ? [`Support team: ${team.teamname}`] : []),
    ].join('\n'),
    path: `/printedparts/items/${itemid}`,
    severity: quantityonhand === 0 ? 'critical' : 'warning',
    data: {
      itemid,
      itemcode,
      gagelabtag,
      name,
      quantityonhand,
      lowstockthreshold,
      supportteam: team?.teamname ?? null,
    },
    url: team?.webhookurl ? host.secrets.decrypt(team.webhookurl) : undefined,
  });
}
