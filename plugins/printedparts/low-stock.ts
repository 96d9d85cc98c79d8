import { cutText } from '../../src/kit/clean-text.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import type { Host } from '../../src/kit/host.ts';
import { teamWithId } from './queries.ts';
import type { Item } from './tables.ts';

export type LowItem = Item & { lowstockthreshold: number };

const calledOf = ({ itemcode, name }: Item): string => (name ? `${itemcode} ${name}` : itemcode);

/** Tells the alert recipients by mail, and the webhook of the item's team or of the site, all with the commit. */
export function tellLowStock(host: Host, tx: Tx, item: LowItem): void {
  const { settings, outbox } = host;
  const { itemid, itemcode, gagelabtag, name, quantityonhand, lowstockthreshold } = item;
  const team =
    item.supportteamid === null ? undefined : teamWithId.get(tx, { supportteamid: item.supportteamid });
  const title = cutText(`${calledOf(item)}: ${quantityonhand} left, ${lowstockthreshold} is low`, 150)!;
  const site = siteOf(host);
  const link = site ? `${site}/printedparts/items/${itemid}` : null;
  const text = [
    `Printed part ${calledOf(item)} runs low: ${quantityonhand} on hand, alert at ${lowstockthreshold}.`,
    ...(gagelabtag ? [`Gage-lab tag: ${gagelabtag}`] : []),
    ...(team ? [`Support team: ${team.teamname}`] : []),
    ...(link ? ['', link] : []),
  ].join('\n');
  for (const to of recipientsOf(host)) outbox.mail(tx, { to, subject: title, text });
  const own = team?.webhookurl ? host.secrets.unseal(team.webhookurl) : undefined;
  const url = own || settings.text('alert_webhook_url');
  if (url === '') return;
  outbox.webhook(tx, {
    url,
    event: 'printedparts.stock.low',
    title,
    text,
    link,
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
  });
}

/** Nobody while no mail server is set. */
const recipientsOf = ({ settings }: Host): ReadonlySet<string> =>
  new Set(
    settings.text('smtp_host') === ''
      ? []
      : settings
          .text('alert_recipients')
          .split(/[,;\s]+/)
          .filter(Boolean),
  );

/** Never taken from a request. */
function siteOf({ settings }: Host): string | undefined {
  const given = settings.text('site_url');
  return /^https?:\/\/[a-z0-9.:[\]-]+(?:\/|$)/i.test(given) ? given.replace(/\/+$/, '') : undefined;
}
