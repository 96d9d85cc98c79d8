import type { WriteContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { createSigningSecret } from '../../kit/outbox/signature.ts';

const note = (outboxid: number) => ({ entitytype: 'delivery', entityid: outboxid, undoable: false });

/** Queues a waiting or failed delivery, so that it is sent now. Any other stays as it is. */
export function retryDelivery({ db, outbox }: Host, context: WriteContext, outboxid: number): void {
  db.transact(context, 'outbox.delivery.retried', (tx) => {
    outbox.retry(tx, outboxid);
    tx.audit(note(outboxid));
  });
}

/** Retries all failed deliveries that still have their content. Returns their number. */
export function retryFailedDeliveries({ db, outbox }: Host, context: WriteContext): { retried: number } {
  return db.transact(context, 'outbox.delivery.retried', (tx) => {
    const retried = outbox.retryFailed(tx);
    if (retried > 0)
      tx.audit({ entitytype: 'delivery', entityid: null, details: { retried }, undoable: false });
    return { retried };
  }).value;
}

/** Cancels a waiting or failed delivery and deletes its content. Any other stays as it is. */
export function discardDelivery({ db, outbox }: Host, context: WriteContext, outboxid: number): void {
  db.transact(context, 'outbox.delivery.discarded', (tx) => {
    outbox.discard(tx, outboxid);
    tx.audit(note(outboxid));
  });
}

/**
 * Generates a new secret with which webhooks are signed from now on. Returns it, because it is shown only
 * once.
 */
export function renewWebhookSecret({ settings }: Host, context: WriteContext): { secret: string } {
  const secret = createSigningSecret();
  settings.set(context, 'webhook_secret', secret);
  return { secret };
}
