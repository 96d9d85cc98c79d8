import type { WriteContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { createSigningSecret } from '../../kit/outbox/signature.ts';

const note = (outboxid: number) => ({ entitytype: 'delivery', entityid: outboxid, undoable: false });

/** Tries a delivery now that waits or was given up. */
export function retryDelivery({ db, outbox }: Host, context: WriteContext, outboxid: number): void {
  db.transact(context, 'outbox.delivery.retried', (tx) => {
    outbox.retry(tx, outboxid);
    tx.audit(note(outboxid));
  });
}

/** Tries now all that was given up; answers how many. */
export function retryFailedDeliveries({ db, outbox }: Host, context: WriteContext): { retried: number } {
  return db.transact(context, 'outbox.delivery.retried', (tx) => {
    const retried = outbox.retryFailed(tx);
    if (retried > 0)
      tx.audit({ entitytype: 'delivery', entityid: null, details: { retried }, undoable: false });
    return { retried };
  }).value;
}

/** A delivery is not tried any more, and its content goes. */
export function discardDelivery({ db, outbox }: Host, context: WriteContext, outboxid: number): void {
  db.transact(context, 'outbox.delivery.discarded', (tx) => {
    outbox.discard(tx, outboxid);
    tx.audit(note(outboxid));
  });
}

/** Webhooks are signed with a new secret from now on; it is shown this once. */
export function renewWebhookSecret({ settings }: Host, context: WriteContext): { secret: string } {
  const secret = createSigningSecret();
  settings.set(context, 'webhook_secret', secret);
  return { secret };
}
