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
export const SCREENSHOT_RULE = {
  extensions: ['png', 'jpg', 'jpeg'],
  maxbytes: 8 * MB,
  areabytes: 4096 * MB,
  field: 'screenshot',
};
/** Of one PC; older ones go, so that none fills the appliance. */
const MAX_REPORTS = 200;
/** Of one PC within an hour; what it reports beyond that is kept, and fills nobody's mailbox. */
const MAX_ALERTS = 10;
const HOUR_MS = 3600 * 1000;

/** Keeps a report of a PC with its screenshot, if it has one, and tells the alert recipients. */
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
    const told = { devicename, machinenumber, text, reason, details, screenshot };
    // Outside the journal: what people wrote goes with their PC, and the log keeps none of it.
    const { operatorreportid } = insertReport.get(tx, { assetid, ...told, at: tx.at })!;
    forgetOldest(host, tx, assetid);
    const since = new Date(Date.parse(tx.at) - HOUR_MS).toISOString();
    if (reportsSince.get(tx, { assetid, since })!.n <= MAX_ALERTS)
      sendReportAlert(host, tx, { operatorreportid, ...told, createddate: tx.at });
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

/** The full name of a PC, with the domain of the site where there is one. */
function fullName(host: Host, hostname: string): string {
  const domain = host.settings.text('display_fqdn_domain').replace(/^\.+/, '');
  const name = domain === '' || hostname.includes('.') ? hostname : `${hostname}.${domain}`.toLowerCase();
  return cleanText(name) ?? hostname;
}

/** One report; 404 when there is none. */
export function readReportView(host: Host, operatorreportid: number) {
  const row = host.db.read((reader) => reportOf.get(reader, { operatorreportid }));
  if (!row) throw notFound('Report');
  const { screenshot, ...told } = row;
  return { ...told, hasscreenshot: screenshot !== null };
}

/** The screenshot of a report. */
export function serveScreenshot(host: Host, operatorreportid: number): Response {
  const row = host.db.read((reader) => reportOf.get(reader, { operatorreportid }));
  if (!row?.screenshot) throw notFound('Screenshot');
  return host.files.serve(SCREENSHOT_AREA, row.screenshot, { private: true });
}
