import type { Tx } from '../data/tx.ts';
import type { Settings } from '../settings/settings.ts';
import { parseAddressList } from './addresses.ts';
import type { Outbox } from './outbox.ts';

/** What people are to hear of at once, whoever looks at the pages. */
export interface Alert {
  /** What happened, as a word: `printedparts.stock.low`. */
  event: string;
  /** The subject of the mail. */
  title: string;
  text: string;
  /** The page that shows it, as `/backups`. */
  path: string;
  severity: 'warning' | 'critical';
  data: Record<string, unknown>;
  /** A webhook of its own; else that of the settings. */
  url?: string;
}

/** Where an alert goes through. */
interface Means {
  settings: Settings;
  outbox: Outbox;
}

/** Tells the alert recipients by mail, and the webhook, with the commit. */
export function sendAlert({ settings, outbox }: Means, tx: Tx, alert: Alert): void {
  const { event, title, severity, data } = alert;
  const site = siteOf(settings);
  const link = site ? site + alert.path : null;
  const text = link ? `${alert.text}\n\n${link}` : alert.text;
  for (const to of recipientsOf(settings)) outbox.mail(tx, { to, subject: title, text });
  const url = alert.url || settings.text('alert_webhook_url');
  if (url !== '') outbox.webhook(tx, { url, event, title, text, link, severity, data });
}

/** Whether anybody hears of an alert that has no webhook of its own. */
export const hasAlertRecipients = (settings: Settings): boolean =>
  recipientsOf(settings).size > 0 || settings.text('alert_webhook_url') !== '';

/** Nobody while no mail server is set. */
const recipientsOf = (settings: Settings): ReadonlySet<string> =>
  new Set(settings.text('smtp_host') === '' ? [] : parseAddressList(settings.text('alert_recipients')));

/** The address of this appliance as the settings have it, never as a request has; undefined where it is none. */
function siteOf(settings: Settings): string | undefined {
  const given = settings.text('site_url');
  return /^https?:\/\/[a-z0-9.:[\]-]+(?:\/|$)/i.test(given) ? given.replace(/\/+$/, '') : undefined;
}
