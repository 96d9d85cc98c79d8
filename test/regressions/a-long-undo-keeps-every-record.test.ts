import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { lockersPlugin } from '../fixtures/plugins/lockers/index.ts';
import { toolsPlugin } from '../fixtures/plugins/tools/index.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, toolsPlugin, lockersPlugin] });
});
afterAll(() => site.stop());

const count = (sql: string) => site.app.host.db.read((reader) => reader.value<number>(sql));
const undo = async (answer: { headers: Headers }) =>
  site.admin.post(`/api/auditlogs/${answer.headers.get('x-audit-id')}/undo`);

/** Far more rows than one time slice processes. */
const MANY = 600;

test('an undo of 600 imported PCs removes and restores their child rows', async () => {
  const lines = Array.from({ length: MANY }, (_, n) => `PC-${n},pc-${n}`);
  const form = new FormData();
  form.append('file', new File([`assetnumber,hostname\n${lines.join('\n')}\n`], 'pcs.csv'));
  form.append('target', 'computers');
  form.append('dryrun', 'false');
  const made = await site.admin.upload('/api/imports', form);
  expect([made.status, count('SELECT count(*) FROM computers')]).toEqual([201, MANY]);
  const gone = await site.admin.post(`/api/imports/${made.data.importid}/undo`);
  expect([gone.error, count('SELECT count(*) FROM computers')]).toEqual([undefined, 0]);
  const back = await undo(gone);
  expect([back.error, count('SELECT count(*) FROM computers')]).toEqual([undefined, MANY]);
  expect(count('SELECT count(*) FROM computers JOIN assets USING (assetid)')).toBe(MANY);
});

test('an undo of a bulk change of type removes the register rows and its undo restores them', async () => {
  const types = (await site.admin.get('/api/assets/types')).data as {
    assettype: string;
    assettypeid: number;
  }[];
  const typeid = (name: string) => types.find(({ assettype }) => assettype === name)!.assettypeid;
  for (let n = 0; n < MANY; n++)
    await site.admin.post('/api/assets', { assetnumber: `G-${n}`, assettypeid: typeid('Phone') });
  const changed = await site.admin.patch('/api/assets/bulk', {
    filter: { type: 'Phone' },
    changes: { assettypeid: typeid('Gauge') },
  });
  const tools = () => count('SELECT count(*) FROM tools');
  expect([changed.data, tools()]).toEqual([{ matched: MANY, changed: MANY }, MANY]);
  const undone = await undo(changed);
  expect([undone.error, tools()]).toEqual([undefined, 0]);
  const again = await undo(undone);
  expect([again.error, tools()]).toEqual([undefined, MANY]);
});
