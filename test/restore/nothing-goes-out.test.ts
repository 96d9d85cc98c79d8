import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from '../support/site.ts';
import { testJourney } from '../support/step.ts';
import { exportBackup, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-held-'));
const calls: string[] = [];
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(req) {
    calls.push(((await req.json()) as { title: string }).title);
    return new Response('ok');
  },
});
const restored = join(scratch, 'restored');

/** Queues a webhook to the receiver, like an operation of the appliance. */
const tell = ({ app: { host } }: Site, title: string) =>
  host.db.writeUnaudited((tx) =>
    host.outbox.webhook(tx, {
      url: `http://127.0.0.1:${receiver.port}/`,
      event: 'test',
      title,
      text: title,
      link: null,
      severity: 'info',
      data: null,
    }),
  );
const deliveries = async (site: Site): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await site.admin.get('/api/outbox')).data.map(({ title, state }: { title: string; state: string }) => [
      title,
      state,
    ]),
  );

beforeAll(async () => {
  let file = '';
  await withServedData(join(scratch, 'plant'), async (site) => {
    // The outbox does not drain during the backup, so the backup contains a queued message.
    const { outbox } = site.app.host;
    const drain = outbox.drain;
    outbox.drain = async () => undefined;
    tell(site, 'unsent in the backup');
    file = await exportBackup(site, scratch, 'plain');
    outbox.drain = drain;
  });
  expect((await runRestore(file, '--data', restored)).code).toBe(0);
});
afterAll(async () => {
  await receiver.stop(true);
  rmSync(scratch, { recursive: true, force: true });
});

const holdDeliveries = () =>
  withServedData(restored, async (site) => {
    const { data: log } = await site.admin.get('/api/auditlogs?action=backups.restored');
    expect(log[0].details.unsent).toBe(1);
    tell(site, 'came up since');
    await site.app.host.outbox.drain();
    expect(calls).not.toContain('came up since');
    expect(calls).not.toContain('unsent in the backup');
    expect(await deliveries(site)).toEqual({
      'unsent in the backup': 'discarded',
      'came up since': 'queued',
    });
    expect((await site.admin.get('/api/appliance')).data.outbox.heldsince).toBeString();
  });

const holdAfterRestart = () =>
  withServedData(restored, async (site) => {
    await site.app.host.outbox.drain();
    expect(calls).toEqual([]);
    expect((await site.admin.get('/api/capabilities')).data.goon).toBe(true);
    expect((await site.anonymous.get('/api/capabilities')).data.goon).toBe(false);
    const { data: made } = await site.admin.post('/api/apitokens', { name: 'script' });
    const script = site.anonymous.bearer(made.secret);
    expect((await script.get('/api/capabilities')).data.goon).toBe(false);
    expect((await script.post('/api/backups/continue', {})).status).toBe(403);
    expect((await site.anonymous.post('/api/backups/continue', {})).status).toBe(401);
  });

const releaseDeliveries = () =>
  withServedData(restored, async (site) => {
    const { status, data } = await site.admin.post('/api/backups/continue', {});
    expect([status, data]).toEqual([200, { released: 1 }]);
    await site.app.host.outbox.drain();
    expect(calls).toEqual(['came up since']);
    expect((await site.admin.get('/api/capabilities')).data.goon).toBe(false);
    expect((await site.admin.get('/api/appliance')).data.outbox.heldsince).toBeNull();
    const { data: log } = await site.admin.get('/api/auditlogs?action=backups.appliance.continued');
    expect(log[0].details).toMatchObject({ released: 1 });
    expect((await site.admin.post('/api/backups/continue', {})).data).toEqual({ released: 0 });
  });

testJourney('a restored server sends nothing until a signed-in admin resumes deliveries', {
  'Discard and count the unsent messages of the backup, and queue new ones': holdDeliveries,
  'Keep deliveries paused after a restart, and offer only a signed-in admin to resume': holdAfterRestart,
  'Send the queued messages when an admin resumes deliveries': releaseDeliveries,
});
