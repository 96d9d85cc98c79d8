import type { AttentionRule } from '../../../src/kit/attention.ts';
import { addDays } from '../../../src/kit/clock.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { createSystemContext } from '../../../src/kit/data/tx.ts';
import type { Host } from '../../../src/kit/host.ts';
import { ServedCertificate } from '../../../src/kit/tls/served-certificate.ts';
import { certificateIn, recordWarning, servedCertificateEndingBefore } from './queries.ts';
import type { ServerCertificate } from './tables.ts';

/** Days before the expiry at which recipients are warned, once for each step. */
const STEPS = [1, 7, 30];
const DAY_MS = 86_400_000;
const PAGE = '/admin/server-certificate';

const endsWithin = (reader: Reader, host: Host, days: number): number =>
  host.getInstance(ServedCertificate).details
    ? servedCertificateEndingBefore.get(reader, { before: addDays(reader.today, days + 1) })!.n
    : 0;

/**
 * Attention rules for the expiry of the served certificate. They count nothing without TLS, and a certificate
 * that expires within 7 days counts only as critical.
 */
export const certificateAttention: AttentionRule<never>[] = [
  {
    key: 'servercertificateends',
    title: 'Server certificate expires within 30 days',
    href: PAGE,
    needs: 'admin',
    count: (reader, host) => endsWithin(reader, host, 30) - endsWithin(reader, host, 7),
  },
  {
    key: 'servercertificateendsnow',
    title: 'Server certificate expired or expires within 7 days',
    href: PAGE,
    needs: 'admin',
    severity: 'critical',
    count: (reader, host) => endsWithin(reader, host, 7),
  },
];

/**
 * Mails the alert recipients when the served certificate expires in 30, 7 or 1 days or fewer, at most once
 * per step. Does nothing without TLS. Without recipients it does nothing and does not count the step as done,
 * so that a later call sends the mail.
 */
export function warnOfExpiry(host: Host): void {
  const { db, clock, settings, outbox } = host;
  const served = db.read((reader) => certificateIn.get(reader, { state: 'served' }));
  if (!served || !host.getInstance(ServedCertificate).details) return;
  const days = Math.floor((Date.parse(served.notafter) - clock.now().getTime()) / DAY_MS);
  const step = STEPS.find((most) => days <= most);
  if (step === undefined || step >= (served.warneddays ?? Number.POSITIVE_INFINITY)) return;
  const recipients = settings
    .text('alert_recipients')
    .split(/[,;\s]+/)
    .filter(Boolean);
  // The step is not marked as sent, because recipients may be entered tomorrow.
  if (recipients.length === 0) return;
  db.transact(createSystemContext(), 'endpoints.server_cert.warned', (tx) => {
    const { servercertificateid } = served;
    for (const to of recipients) outbox.mail(tx, { to, ...letter(host, served, days) });
    recordWarning.run(tx, { servercertificateid, warneddays: step });
    const details = { days, recipients: recipients.length };
    tx.audit({ entitytype: 'server_cert', entityid: servercertificateid, details, undoable: false });
  });
}

function letter({ settings }: Host, { commonname, notafter }: ServerCertificate, days: number) {
  const site = settings.text('site_name') || 'Millwright';
  const address = settings.text('site_url').replace(/\/+$/, '');
  const left = days < 0 ? 'has expired' : `expires in ${days} day${days === 1 ? '' : 's'}`;
  const lines = [
    `The certificate of ${site} (${commonname}) ${left}. It is valid until ${notafter}.`,
    'After that, browsers show a warning, and agents that do not pin its key stop reporting.',
    `Create a new certificate in the UI under Admin, System, Server certificate${address ? `: ${address}${PAGE}` : '.'}`,
    'Announce it some days earlier, so that agents receive the new key in time.',
  ];
  return { subject: `The server certificate of ${site} ${left}`, text: lines.join('\n') };
}
