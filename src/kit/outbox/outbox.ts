import { type Clock, getInstantDaysAgo } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Tx } from '../data/tx.ts';
import { errorMessageOf } from '../error-message.ts';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import { readPausedSince } from './pause-deliveries.ts';
import {
  type DueDelivery,
  deleteFinishedItems,
  discardItem,
  dueDestinations,
  nextDue,
  putItem,
  recordOutcome,
  retryFailedItems,
  retryItem,
} from './queries.ts';

export interface Mail {
  /** A single address, or several that receive the same mail and see each other. */
  to: string | readonly string[];
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly Attachment[];
}

/** A text document attached to a mail. */
export interface Attachment {
  filename: string;
  mediatype: string;
  content: string;
}

export interface Webhook {
  url: string;
  event: string;
  title: string;
  text: string;
  link: string | null;
  severity: 'info' | 'warning' | 'critical';
  data: unknown;
}

/** The metadata of a delivery for its receiver. */
export interface Delivery {
  /** The ID, which is the same in every attempt, so that a receiver recognizes duplicates. */
  id: string;
  occurredat: string;
  /** The time of this attempt. */
  at: Date;
}

export type Deliverer = {
  /**
   * Returns a sentence when only some of several recipients were accepted. The accepted ones have the mail.
   */
  mail(mail: Mail): Promise<string | undefined>;
  webhook(webhook: Webhook, delivery: Delivery): Promise<void>;
};

/** The seconds before the second and the third attempt. */
const BACKOFF = [15, 120];
const TRIES = BACKOFF.length + 1;
const KEEP_DAYS = 30;
/** The maximum number of receivers that are contacted at the same time. */
const MAX_RECEIVERS_AT_ONCE = 20;
/** The maximum number of characters of a title or of recipients for display. */
const MAX_SHOWN_CHARS = 500;

interface MessageFacts {
  kind: 'mail' | 'webhook';
  destination: string;
  title: string;
  recipient: string;
}

/**
 * Mail and webhooks that survive a restart. They are written in the transaction of their cause and delivered
 * after it. Stored contents are encrypted, because a welcome mail contains a password. They are removed once
 * delivered or discarded, and 30 days after the delivery failed.
 */
export class Outbox {
  /** The running deliveries by receiver. */
  private readonly lanes = new Map<string, Promise<void>>();

  constructor(
    private readonly db: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly deliver: Deliverer,
  ) {}

  /** Queues a mail, which is delivered after the commit. */
  mail(tx: Tx, mail: Mail): void {
    const recipient = [mail.to].flat().join(', ');
    this.put(tx, { kind: 'mail', destination: 'mail', title: mail.subject, recipient }, mail);
  }

  /** Queues a webhook, which is delivered after the commit. */
  webhook(tx: Tx, webhook: Webhook): void {
    const recipient = receiverOf(webhook.url);
    this.put(tx, { kind: 'webhook', destination: recipient, title: webhook.title, recipient }, webhook);
  }

  /**
   * Delivers what is due, one after the other to each receiver. Up to 20 receivers are served concurrently,
   * so that a slow one does not delay the others; the rest waits for the next call. Delivers nothing while
   * deliveries are paused after a restore. Resolves when all running deliveries have ended. Safe to call at
   * any time.
   */
  async drain(): Promise<void> {
    if (this.db.read(readPausedSince) !== null) return;
    const now = this.clock.now().toISOString();
    for (const { destination } of this.db.read((reader) => dueDestinations.all(reader, { now }))) {
      if (this.lanes.has(destination) || this.lanes.size >= MAX_RECEIVERS_AT_ONCE) continue;
      const lane = this.drainOne(destination)
        .catch((cause) => this.log.error('deliveries stopped', { destination, cause }))
        .finally(() => this.lanes.delete(destination));
      this.lanes.set(destination, lane);
    }
    await Promise.all(this.lanes.values());
  }

  /** Deletes sent, failed and discarded deliveries that have not changed for 30 days. */
  prune(): void {
    const before = getInstantDaysAgo(this.clock, KEEP_DAYS);
    this.db.writeUnaudited((tx) => deleteFinishedItems.run(tx, { before }));
  }

  /**
   * Tries a waiting or failed delivery again after the commit, with as many attempts as a new one. Ignores
   * any other.
   */
  retry(tx: Tx, outboxid: number): void {
    retryItem.run(tx, { outboxid, at: tx.at });
    tx.emit({ name: 'outbox.queued' });
  }

  /** Tries all failed deliveries with a content again after the commit. Returns their number. */
  retryFailed(tx: Tx): number {
    const retried = retryFailedItems.run(tx, { at: tx.at });
    tx.emit({ name: 'outbox.queued' });
    return retried;
  }

  /**
   * Discards a waiting or failed delivery and deletes its content. It is not tried again. Ignores any other.
   */
  discard(tx: Tx, outboxid: number): void {
    discardItem.run(tx, { outboxid, at: tx.at });
  }

  private put(tx: Tx, item: MessageFacts, content: Mail | Webhook): void {
    const payload = this.secrets.encrypt(JSON.stringify(content));
    const title = item.title.slice(0, MAX_SHOWN_CHARS);
    const recipient = item.recipient.slice(0, MAX_SHOWN_CHARS);
    putItem.run(tx, { ...item, title, recipient, payload, at: tx.at });
    tx.emit({ name: 'outbox.queued' });
  }

  /**
   * Delivers the due items of one receiver one after the other. Each is read when its turn comes, so that
   * discarded items are skipped and new ones are included.
   */
  private async drainOne(destination: string): Promise<void> {
    for (;;) {
      const now = this.clock.now().toISOString();
      const item = this.db.read((reader) => nextDue.get(reader, { destination, now }));
      if (!item) return;
      await this.tryOne(item);
    }
  }

  private async tryOne(item: DueDelivery): Promise<void> {
    const attempts = item.attempts + 1;
    try {
      const content = this.secrets.decrypt(item.payload);
      if (content === undefined) throw new Error('The content was encrypted with another key.');
      let refused: string | undefined;
      if (item.kind === 'mail') refused = await this.deliver.mail(JSON.parse(content));
      else await this.deliver.webhook(JSON.parse(content), this.deliveryOf(item));
      if (refused) this.log.warn('recipients rejected', { outboxid: item.outboxid, reason: refused });
      this.recordResult(item.outboxid, 'sent', attempts, refused ?? null);
    } catch (cause) {
      const reason = errorMessageOf(cause);
      this.log.warn('delivery failed', { outboxid: item.outboxid, kind: item.kind, attempts, reason });
      this.recordResult(item.outboxid, attempts >= TRIES ? 'failed' : 'queued', attempts, reason);
    }
  }

  private deliveryOf(item: DueDelivery): Delivery {
    return { id: idOf(item), occurredat: item.createddate, at: this.clock.now() };
  }

  private recordResult(
    outboxid: number,
    state: 'queued' | 'sent' | 'failed',
    attempts: number,
    lasterror: string | null,
  ): void {
    const now = this.clock.now();
    const nextattempt = new Date(now.getTime() + (BACKOFF[attempts - 1] ?? 0) * 1000).toISOString();
    const at = now.toISOString();
    this.db.writeUnaudited((tx) =>
      recordOutcome.run(tx, { outboxid, state, attempts, nextattempt, lasterror, at }),
    );
  }
}

/**
 * Returns the ID of a delivery. After a restore the same number may be used again, but not at the same
 * instant.
 */
const idOf = ({ outboxid, createddate }: DueDelivery): string => `msg_${outboxid}_${Date.parse(createddate)}`;

/** Returns host and port of the URL. They distinguish receivers and contain no secret part of the address. */
const receiverOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'webhook');
