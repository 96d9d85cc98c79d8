import { sql } from '../../kit/data/sql-text.ts';
import { computed } from '../../kit/resource/computed.ts';
import { defineRegister } from '../../kit/resource/define.ts';
import { choice, integer, text, timestamp } from '../../kit/resource/fields.ts';
import { outbox } from '../../kit/tables.ts';
import { verb } from '../../kit/verbs/verb.ts';
import { discardDelivery, retryDelivery } from './service.ts';

/** Mail and webhooks with their recipients, states and errors. Only the appliance adds rows. */
export const outboxRegister = defineRegister(outbox, {
  path: '/outbox',
  label: 'title',
  one: 'Delivery',
  many: 'Mail and webhooks',
  icon: 'mail',
  about:
    'Alerts, reminders and reports by mail, and alerts by webhook. You can retry waiting messages. Messages are deleted after 30 days.',
  audit: 'outbox.delivery',
  remove: 'hard',
  without: ['create', 'edit', 'delete'],
  can: { read: 'admin', create: 'admin', edit: 'admin', delete: 'admin' },
  sort: 'createddate',
  newestFirst: true,
  plainSearch: ['title', 'recipient'],
  internal: ['payload', 'destination'],
  columns: {
    title: text({ title: 'Message', sort: true, writable: 'never' }),
    kind: choice(
      { mail: 'Mail', webhook: 'Webhook' },
      { title: 'Type', filter: ['kind'], writable: 'never' },
    ),
    recipient: text({ title: 'Recipient', sort: true, writable: 'never' }),
    state: choice(
      { queued: 'Waiting', sent: 'Sent', failed: 'Failed', discarded: 'Discarded' },
      { title: 'State', filter: ['state'], sort: true, writable: 'never' },
    ),
    lasterror: text({ title: 'Error', writable: 'never' }),
    attempts: integer({ title: 'Attempts', writable: 'never' }),
    nextattempt: timestamp({ title: 'Next attempt', sort: true, writable: 'never' }),
  },
  computed: {
    isopen: computed.boolean({
      title: 'Can be retried',
      list: 'never',
      from: sql`(${outbox.state} IN ('queued', 'failed') AND ${outbox.payload} <> '')`,
    }),
  },
  verbs: {
    retry: verb({
      title: 'Retry now',
      icon: 'refresh',
      needs: 'admin',
      when: { isopen: true },
      run: retryDelivery,
    }),
    discard: verb({
      title: 'Discard',
      icon: 'trash',
      needs: 'admin',
      when: { isopen: true },
      run: discardDelivery,
    }),
  },
});
