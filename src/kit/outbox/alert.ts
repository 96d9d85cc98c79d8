import type { Tx } from '../data/tx.ts';
import type { Settings } from '../settings/settings.ts';
import { parseAddressList } from './addresses.ts';
import { hasMailServer } from './mail-server.ts';
import type { Outbox } from './outbox.ts';

/** An event that the alert recipients must learn of immediately, without opening a page. */
export interface Alert {
  /** The type of the event, such as `printedparts.stock.low`. */
  event: string;
  /** The subject of the mail. */
  title: string;
  text: string;
  /** The path of the page about it, such as `/backups`. */
  path: string;
  severity: 'warning' | 'critical';
  data: Record<string, unknown>;
  /** The URL of a separate webhook. The default is the one in the settings. */
  url?: string;
}

/** The services that send an alert, besides the transaction. */
interface Means {
  settings: Settings;
  outbox: Outbox;
}

/**
 * Sends the alert in one mail to each alert recipient, and to a webhook, once the transaction commits. The
 * webhook is that of the alert, else that of the settings. Sends no mail while no mail server is set, and no
 * webhook while none is set.
 */
export function sendAlert({ settings, outbox }: Means, tx: Tx, alert: Alert): void {
  const { event, title, severity, data } = alert;
  const site = siteOf(settings);
  const link = site ? site + alert.path : null;
  const text = link ? `${alert.text}\n\n${link}` : alert.text;
  for (const to of recipientsOf(settings)) outbox.mail(tx, { to, subject: title, text });
  const url = alert.url || settings.text('alert_webhook_url');
  if (url !== '') outbox.webhook(tx, { url, event, title, text, link, severity, data });
}

/** Reports whether an alert without its own webhook has any recipient. */
export const hasAlertRecipients = (settings: Settings): boolean =>
  recipientsOf(settings).size > 0 || settings.text('alert_webhook_url') !== '';

/** Returns the alert recipients; none while no mail server is set. */
const recipientsOf = (settings: Settings): ReadonlySet<string> =>
  new Set(hasMailServer(settings) ? parseAddressList(settings.text('alert_recipients')) : []);

/**
 * Returns the address of this appliance from the settings, never from a request. Returns undefined if it is
 * no valid URL.
 */
function siteOf(settings: Settings): string | undefined {
  const url = settings.text('site_url');
  return /^https?:\/\/[a-z0-9.:[\]-]+(?:\/|$)/i.test(url) ? url.replace(/\/+$/, '') : undefined;
}
