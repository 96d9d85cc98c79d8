import { cutText } from '../../../src/kit/clean-text.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { Host } from '../../../src/kit/host.ts';
import { hasMailServer } from '../../../src/kit/outbox/mail-server.ts';
import { readSiteAddress } from '../site-address.ts';

const SCREENSHOT = 'Screenshot';

/** Content of the mail about an operator report. Its texts may come from the user of a PC. */
export interface ReportAlert {
  operatorreportid: number;
  devicename: string;
  machinenumber: string | null;
  text: string;
  reason: string | null;
  details: string | null;
  screenshot: string | null;
  createddate: string;
}

/**
 * Mails the alert recipients through the outbox, or does nothing when no mail server is set. A failing mail
 * server affects only the delivery, after the report is stored.
 */
export function sendReportAlert(host: Host, tx: Tx, report: ReportAlert): void {
  if (!hasMailServer(host.settings)) return;
  const recipients = host.settings.text('alert_recipients').split(/[,;\s]+/);
  const lines = linesOf(host, report);
  const subject = cutText(`Operator report from ${report.devicename}: ${report.reason ?? report.text}`, 150)!;
  const text = lines.map(([title, value]) => `${title}: ${value}`).join('\n');
  for (const to of new Set(recipients.filter((address) => address !== '')))
    host.outbox.mail(tx, { to, subject, text, html: tableOf(lines) });
}

function linesOf(host: Host, report: ReportAlert): [title: string, value: string][] {
  const base = readSiteAddress(host);
  // Link to the page of the report, which shows the picture. The picture alone requires a token that no
  // browser sends.
  const link = base ? `${base}/endpoints/operator-reports?report=${report.operatorreportid}` : null;
  const lines: [string, string | null][] = [
    ['Device', report.devicename],
    ['Machine', report.machinenumber],
    ['Reason', report.reason],
    ['Time', report.createddate],
    ['Report', report.text],
    ['Details', report.details],
    [report.screenshot ? SCREENSHOT : 'More', link],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== null);
}

function tableOf(lines: readonly [title: string, value: string][]): string {
  const rows = lines.map(([title, value]) => {
    const isLink = title === SCREENSHOT || title === 'More';
    const cell = isLink ? `<a href="${escapeHtml(value)}">${escapeHtml(value)}</a>` : escapeHtml(value);
    return `<tr><th align="left" valign="top">${title}</th><td style="white-space: pre-wrap">${cell}</td></tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

/** Escapes a text for HTML content and attributes. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (letter) => `&#${letter.charCodeAt(0)};`);
