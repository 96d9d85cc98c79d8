import { connect } from 'node:net';
import type { LabelPrinter } from '../../kit/contributions.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { AppError, invalid } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { resolveAllowedAddresses } from '../../kit/outbound.ts';

/** Milliseconds that a printer has to take the labels; one that is out of paper takes none. */
const PATIENCE_MS = 10_000;
/** Milliseconds in which it may still say that it is broken, once it has all. */
const LINGER_MS = 1000;

interface Job {
  type: string;
  ids: readonly number[];
  printerid: number;
  copies: number;
  zpl: string;
}

/** Sends ZPL to a registered printer, as it comes, on the port of raw printing. 409 where it does not take it. */
export async function sendToPrinter(host: Host, context: WriteContext, job: Job): Promise<LabelPrinter> {
  const printer = host.db
    .read((reader) => host.contributions.labelPrinters(host, reader))
    .find(({ printerid }) => printerid === job.printerid);
  if (!printer) throw invalid('printerid', 'Choose a printer in use that has an IP address.');
  try {
    const [address] = await resolveAllowedAddresses(printer.address, host.config.allowLoopback);
    await send(address!, host.settings.integer('label_printer_port'), job.zpl);
  } catch (cause) {
    host.log.warn('a label printer did not take its labels', { printerid: printer.printerid, cause });
    throw new AppError('CONFLICT', `${printer.name} did not take the labels: ${reasonOf(cause)}`);
  }
  const { type, ids, copies } = job;
  host.db.transact(context, 'labels.label.printed', (tx) => {
    const details = { type, ids, copies, printer: printer.name };
    tx.audit({ entitytype: 'printer', entityid: printer.printerid, details, undoable: false });
  });
  return printer;
}

/** Settles once the printer has taken every byte and closed its end, or has all of them and says no more. */
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
    // Nobody asks what it says; unread, its end would never be seen.
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
  if (code === 'ECONNREFUSED') return 'it does not listen for raw printing. Is it a label printer?';
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || message === 'late')
    return 'it does not answer. Is it switched on, and has it paper?';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'it closed the connection.';
  return 'it cannot be reached at its address.';
}
