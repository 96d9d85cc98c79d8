import { assets } from '../../../src/features/catalog/tables.ts';
import type { WriteContext } from '../../../src/kit/data/tx.ts';
import { invalid } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { listObservedQueues } from '../observed/view.ts';
import { reconcilePrintersInTx } from './reconcile.ts';
import { listOwnPrinters } from './view.ts';

export interface RefusedQueue {
  name: string;
  reason: string;
}

/**
 * Assigns the reported queues of a PC, in addition to its present printers. The default queue becomes the
 * default printer; without one, the present default stays. A queue that leads to no known printer is returned
 * with a reason; nothing is guessed. Throws 400 for an unknown asset, and when no queue remains.
 */
export function adoptObservedQueues(host: Host, context: WriteContext, assetid: number): RefusedQueue[] {
  return host.db.transact(context, 'printers.assignment.adopted', (tx) => {
    if (!tx.row(assets, assetid)) throw invalid('assetid', `There is no asset with id ${assetid}.`);
    const queues = listObservedQueues(tx, assetid);
    if (queues.length === 0)
      throw invalid(
        'assetid',
        'This asset has reported no printer queues. Request an inventory from its agent.',
      );
    const refused = queues.flatMap(({ name, printer }) =>
      printer ? [] : [{ name, reason: `The queue ${name} matches no registered printer.` }],
    );
    const adopted = queues.filter((queue) => queue.printer !== null);
    if (adopted.length === 0) throw invalid('queues', refused.map(({ reason }) => reason).join(' '));
    const own = listOwnPrinters(tx, assetid);
    const standard = adopted.find((queue) => queue.isdefault) ?? own.find((one) => one.isdefault);
    reconcilePrintersInTx(tx, assetid, {
      printerids: [...own, ...adopted].map(({ printerid }) => printerid!),
      defaultprinterid: standard?.printerid ?? null,
    });
    return refused;
  }).value;
}
