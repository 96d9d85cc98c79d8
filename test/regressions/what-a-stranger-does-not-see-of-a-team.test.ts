import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SYSTEM } from '../../src/kit/actor.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const WEBHOOK = 'https://hooks.example/canary-7731';

test('a webhook is always masked, and anonymous callers see no contacts of a team', async () => {
  const contacts = [{ contactname: 'Ann', email: 'ann@plant.example' }];
  const made = await site.admin.post('/api/supportteams', { teamname: 'OT', webhookurl: WEBHOOK, contacts });
  const path = `/api/supportteams/${made.data.supportteamid}`;
  expect(made.data).toMatchObject({ webhookurl: '********', contacts: [{ contactname: 'Ann' }] });
  const person = await site.userWith();
  expect((await person.get(path)).data.contacts).toHaveLength(1);
  expect((await site.anonymous.get(path)).data).not.toHaveProperty('contacts');
  expect((await site.anonymous.get('/api/supportteams')).text).not.toContain('Ann');
  for (const list of [path, '/api/supportteams', '/api/supportteams?format=csv', '/api/auditlogs'])
    expect([list, (await site.admin.get(list)).text.includes('canary')]).toEqual([list, false]);
  const reply = await site.admin.put(path, { webhookurl: '********', teamurl: 'https://wiki.example/ot' });
  expect(reply.status).toBe(200);
  const stored = site.app.host.db.read((reader) =>
    reader.value<string>("SELECT webhookurl FROM supportteams WHERE teamname = 'OT'"),
  );
  expect(site.app.host.secrets.decrypt(stored!)).toBe(WEBHOOK);
  const wrong = await site.admin.put(path, { webhookurl: 'javascript:alert(1)' });
  expect(wrong.error.details.issues[0].path).toBe('webhookurl');
});

test('a start encrypts a plain webhook of an older version', async () => {
  const { db } = site.app.host;
  db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, 'test.team.made', (tx) => {
    tx.insert('supportteams', { teamname: 'Old', webhookurl: WEBHOOK });
    tx.audit({ entitytype: 'test', entityid: null, undoable: false });
  });
  db.commit();
  const again = await startSite({ data: site.data });
  const stored = again.app.host.db.read((reader) =>
    reader.value<string>("SELECT webhookurl FROM supportteams WHERE teamname = 'Old'"),
  );
  expect(again.app.host.secrets.decrypt(stored!)).toBe(WEBHOOK);
  await again.stop();
});
