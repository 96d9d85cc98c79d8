import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ config: { allowLoopback: false } });
});
afterAll(() => site.stop());

const save = (key: string, value: string) => site.admin.put(`/api/settings/${key}`, { value });
const RESERVED = [
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.1',
  '2852039166',
  '0xa9fea9fe',
  '0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  'LOCALHOST',
  'localhost.',
  '%6c%6f%63%61%6c%68%6f%73%74',
  '%31%32%37.0.0.1',
];

test('the server refuses each spelling of a reserved host for the HR database and the mail server', async () => {
  for (const host of RESERVED) {
    for (const address of [`postgres://u:p@${host}:5432/hr`, `mysql://u:p@${host}/hr`]) {
      const { status, error } = await save('hr_database_url', address);
      expect([address, status, error?.details?.issues?.[0]?.path]).toEqual([address, 400, 'value']);
    }
    expect([host, (await save('smtp_host', host)).status]).toEqual([host, 400]);
  }
});

test('the server accepts host names and addresses of the plant', async () => {
  for (const host of ['hr.plant.example', '10.1.2.3', '[fd12::3]', 'hr_1', 'db-7']) {
    expect([host, (await save('hr_database_url', `postgres://u:p@${host}/hr`)).status]).toEqual([host, 200]);
    expect([host, (await save('smtp_host', host)).status]).toEqual([host, 200]);
  }
});
