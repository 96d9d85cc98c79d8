import { connect } from 'node:net';
import type { LabelPrinter } from '../../kit/contributions.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { AppError, invalid } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { resolveAllowedAddresses } from '../../kit/outbound.ts';

/** Milliseconds within which a printer must accept the labels. A printer without paper accepts none. */
const PATIENCE_MS = 10_000;
/** Milliseconds that a printer has to report an error after it received all data. */
const LINGER_MS = 1000;

interface Job {
  type: string;
  ids: readonly number[];
  printerid: number;
  copies: number;
  zpl: string;
}

/**
 * Sends ZPL to a registered printer over raw TCP, and records it in the audit log. Throws 400 for an unknown
 * printer, 409 when the printer does not accept it.
 */
export async function sendToPrinter(host: Host, context: WriteContext, job: Job): Promise<LabelPrinter> {
  const printer = host.db
    .read((reader) => host.contributions.labelPrinters(host, reader))
    .find(({ printerid }) => printerid === job.printerid);
  if (!printer) throw invalid('printerid', 'Choose an active printer with an IP address.');
  try {
    const [address] = await resolveAllowedAddresses(printer.address, host.config.allowLoopback);
    await send(address!, host.settings.integer('label_printer_port'), job.zpl);
  } catch (cause) {
    host.log.warn('printing labels failed', { printerid: printer.printerid, cause });
    throw new AppError('CONFLICT', `${printer.name} did not print the labels: ${reasonOf(cause)}`);
  }
  const { type, ids, copies } = job;
  host.db.transact(context, 'labels.label.printed', (tx) => {
    const details = { type, ids, copies, printer: printer.name };
    tx.audit({ entitytype: 'printer', entityid: printer.printerid, details, undoable: false });
  });
  return printer;
}

/**
 * Resolves once the printer has received all bytes and closed the connection, or stays silent after receiving
 * them.
 */
function send(host: string, port: number, zpl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => socket.destroy(new Error('late')), PATIENCE_MS);
    let isSent = false;
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      if (isSent) resolve();
      else reject(new Error('late'));
    });
    // Discards the responses of the printer. Without reading them, the end of the connection would not be
    // noticed.
    socket.resume();
    socket.once('connect', () =>
      socket.end(zpl, () => {
        isSent = true;
        setTimeout(() => socket.destroy(), LINGER_MS);
      }),
    );
  });
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'it does not accept raw printing. Check that it is a label printer.';
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || message === 'late')
    return 'it does not respond. Check that it is on and has paper.';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'it closed the connection.';
  return 'it cannot be reached at its address.';
}
