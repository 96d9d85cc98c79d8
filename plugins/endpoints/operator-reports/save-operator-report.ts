import { cleanText } from '../../../src/kit/clean-text.ts';
import type { Tx, WriteContext } from '../../../src/kit/data/tx.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { StoredFile } from '../../../src/kit/files/store.ts';
import type { Host } from '../../../src/kit/host.ts';
import type { CallingPc } from '../agent-credentials.ts';
import { sendReportAlert } from './alert.ts';
import { deleteReport, excessReports, insertReport, machineOf, reportOf, reportsSince } from './queries.ts';
import type { OperatorReportInput } from './schemas.ts';

const MB = 1024 * 1024;
export const SCREENSHOT_AREA = 'operatorreports';
/** Rule for screenshots. `areabytes` limits those of all reports together. */
export const SCREENSHOT_RULE = {
  extensions: ['png', 'jpg', 'jpeg'],
  maxbytes: 8 * MB,
  areabytes: 4096 * MB,
  field: 'screenshot',
};
/** Maximum reports of one PC. Older ones are deleted, so that no PC fills the appliance. */
const MAX_REPORTS = 200;
/** Maximum reports of one PC within an hour that are mailed. Further reports are stored without a mail. */
const MAX_ALERTS = 10;
const HOUR_MS = 3600 * 1000;

/**
 * Stores a report of a PC with its optional screenshot, and returns it. Mails the alert recipients, unless
 * the PC has sent too many reports within the hour. Deletes its oldest reports above the maximum.
 */
export function saveOperatorReport(
  host: Host,
  context: WriteContext,
  { assetid, hostname }: CallingPc,
  { text, reason, details }: Omit<OperatorReportInput, 'hostname'>,
  file: StoredFile | undefined,
) {
  const { value } = host.db.transact(context, 'endpoints.operatorreport.received', (tx) => {
    const devicename = fullName(host, hostname);
    const machinenumber = machineOf.get(tx, { assetid })?.assetnumber ?? null;
    const screenshot = file?.filename ?? null;
    if (file) host.files.list(tx, file);
    const values = { devicename, machinenumber, text, reason, details, screenshot };
    // The report is written outside the journal. The text of users is deleted with its PC, and the log
    // contains none of it.
    const { operatorreportid } = insertReport.get(tx, { assetid, ...values, at: tx.at })!;
    forgetOldest(host, tx, assetid);
    const since = new Date(Date.parse(tx.at) - HOUR_MS).toISOString();
    if (reportsSince.get(tx, { assetid, since })!.n <= MAX_ALERTS)
      sendReportAlert(host, tx, { operatorreportid, ...values, createddate: tx.at });
    tx.audit({
      entitytype: 'operatorreport',
      entityid: operatorreportid,
      details: { assetid, screenshot: file !== undefined },
      undoable: false,
    });
    return operatorreportid;
  });
  return readReportView(host, value);
}

function forgetOldest(host: Host, tx: Tx, assetid: number): void {
  for (const { operatorreportid, screenshot } of excessReports.all(tx, { assetid, most: MAX_REPORTS })) {
    deleteReport.run(tx, { operatorreportid });
    if (screenshot) host.files.remove(tx, SCREENSHOT_AREA, screenshot);
  }
}

/**
 * Returns the host name of a PC with the domain in the settings, in lower case. A host name that has a domain
 * stays as it is, and so does any name when the settings contain no domain.
 */
function fullName(host: Host, hostname: string): string {
  const domain = host.settings.text('display_fqdn_domain').replace(/^\.+/, '');
  const name = domain === '' || hostname.includes('.') ? hostname : `${hostname}.${domain}`.toLowerCase();
  return cleanText(name) ?? hostname;
}

/**
 * Returns an operator report with `hasscreenshot` instead of the screenshot. Throws 404 for an unknown ID.
 */
export function readReportView(host: Host, operatorreportid: number) {
  const row = host.db.read((reader) => reportOf.get(reader, { operatorreportid }));
  if (!row) throw notFound('Report');
  const { screenshot, ...report } = row;
  return { ...report, hasscreenshot: screenshot !== null };
}

/** Returns the screenshot of a report. Throws 404 when there is none. */
export function serveScreenshot(host: Host, operatorreportid: number): Response {
  const row = host.db.read((reader) => reportOf.get(reader, { operatorreportid }));
  if (!row?.screenshot) throw notFound('Screenshot');
  return host.files.serve(SCREENSHOT_AREA, row.screenshot, { private: true });
}
