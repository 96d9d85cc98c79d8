import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLog } from '../../src/kit/log.ts';
import { MINUTE } from '../support/clock.ts';
import { type Site, startSite } from '../support/site.ts';

const MORE_THAN_ONE_FILE = 10 * 1024 * 1024 + 1;

let site: Site;
const folder = mkdtempSync(join(tmpdir(), 'millwright-log-'));
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const linesOf = (message: string) => site.log.filter((line) => line.message === message);

test('the log contains 100 anonymous requests a minute and counts the others', async () => {
  site.clock.advance(MINUTE);
  const before = linesOf('request').length;
  for (let n = 0; n < 150; n++) expect((await site.anonymous.get('/api/users')).status).toBe(401);
  expect(linesOf('request').length - before).toBe(100);
  const made = await site.admin.post('/api/vendors', { vendor: 'Acme' });
  expect(linesOf('request').at(-1)?.fields).toMatchObject({ requestid: made.meta.requestid, actor: 'user' });
  site.clock.advance(MINUTE);
  const leftOut = 'suppressed log lines of anonymous requests';
  expect(linesOf(leftOut)).toEqual([]);
  const { meta } = await site.anonymous.get('/api/users');
  expect(linesOf('request').at(-1)?.fields?.requestid).toBe(meta.requestid);
  expect(linesOf(leftOut)).toMatchObject([{ level: 'warn', fields: { leftout: 50 } }]);
});

test('the log keeps 100 megabytes in ten files and deletes the oldest first', () => {
  const log = openLog(folder, () => undefined);
  const file = join(folder, 'millwright.log');
  for (let n = 0; n < 12; n++) {
    log.info(`file ${n}`);
    log.flush();
    if (n < 11) truncateSync(file, MORE_THAN_ONE_FILE);
  }
  expect(readdirSync(folder).length).toBe(10);
  expect(readFileSync(file, 'utf8')).toContain('"file 11"');
  for (let n = 1; n <= 9; n++)
    expect(readFileSync(`${file}.${n}`).subarray(0, 200).toString()).toContain(`"file ${11 - n}"`);
  expect(existsSync(`${file}.10`)).toBe(false);
});
