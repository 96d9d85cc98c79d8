import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { PASSWORD, type Site, startSite } from '../../../test/support/site.ts';
import { createEntry, createScope } from './enforce-requests.ts';

let site: Site;
let entryid: number;
/** Keys of the uploads that the running test started. */
let keys: string[] = [];
beforeAll(async () => {
  site = await startSite();
  const { scopeid } = await createScope(site);
  ({ entryid } = await createEntry(site, scopeid, { Name: 'Setup', Type: 'EXE' }));
});
afterEach(async () => {
  for (const key of keys) await site.admin.delete(`/api/enforce/uploads/${key}`);
  keys = [];
});
afterAll(() => site.stop());

const begin = (client: Client) =>
  client.post(`/api/enforce/entries/${entryid}/uploads`, { size: 1000, filename: 'a.exe' });

/** Starts a number of uploads and returns their keys. */
async function begun(client: Client, many: number): Promise<string[]> {
  const own: string[] = [];
  for (let n = 0; n < many; n++) {
    const answer = await begin(client);
    expect(answer.status).toBe(201);
    own.push(answer.data.uploadkey);
    keys.push(answer.data.uploadkey);
  }
  return own;
}

test('the server limits a user to five uploads across sessions and tokens, but not other users', async () => {
  const publisher = await site.userWith('enforce.publish', 'apitokens.create');
  const [first] = await begun(publisher, 5);
  const again = await site.anonymous.signIn(publisher.session.user.username, PASSWORD);
  const { data: token } = await publisher.post('/api/apitokens', {
    name: 'of the same',
    scopes: ['enforce.publish'],
  });
  for (const client of [publisher, again, site.anonymous.bearer(token.secret)]) {
    const { status, error } = await begin(client);
    expect([status, error.code]).toEqual([409, 'LIMIT']);
    expect(error.message).toBe(
      'You have 5 uploads in progress, which is the maximum. Cancel one, or wait: uploads expire one day after their start.',
    );
  }
  const other = await site.userWith('enforce.publish');
  await begun(other, 1);
  await publisher.delete(`/api/enforce/uploads/${first}`);
  await begun(publisher, 1);
  expect((await begin(publisher)).error.code).toBe('LIMIT');
});

test('the server limits all users to forty uploads and accepts the next when one ends', async () => {
  const people = await Promise.all(Array.from({ length: 9 }, () => site.userWith('enforce.publish')));
  let last: string[] = [];
  let all = site.app.host.db.read((reader) => reader.value<number>('SELECT count(*) FROM enforceuploads'))!;
  for (const person of people) {
    last = await begun(person, Math.min(5, 40 - all));
    all += last.length;
    if (all === 40) break;
  }
  const late = await site.userWith('enforce.publish');
  const refused = await begin(late);
  expect([refused.status, refused.error.code]).toEqual([409, 'LIMIT']);
  expect(refused.error.message).toStartWith('40 uploads are in progress on this appliance');
  await site.admin.delete(`/api/enforce/uploads/${last[0]}`);
  await begun(late, 1);
});
