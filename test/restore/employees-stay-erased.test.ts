import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from '../support/site.ts';
import { exportBackup, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-erased-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const DIRECTORY = '/api/employees/directory';

async function createEmployee(site: Site, sso: string): Promise<void> {
  const person = { sso, firstname: 'Ada', lastname: `Byron ${sso}` };
  expect((await site.admin.post(DIRECTORY, person)).status).toBe(201);
}

async function uploadPhoto(site: Site, sso: string): Promise<void> {
  const form = new FormData();
  form.set('file', new File([PIXEL], 'ada.png'));
  expect((await site.admin.raw('POST', `/api/employees/${sso}/photo`, form)).status).toBe(201);
}

const countRows = (site: Site, sql: string): number =>
  site.app.host.db.read((reader) => reader.get<{ n: number }>(sql))!.n;

test('a restore keeps employees deleted unless the deletion was undone', async () => {
  const data = join(scratch, 'data');
  let file = '';
  await withServedData(data, async (site) => {
    for (const sso of ['100001', '100002', '100003']) await createEmployee(site, sso);
    await uploadPhoto(site, '100001');
    file = await exportBackup(site, scratch, 'backup');
    for (const sso of ['100001', '100002'])
      expect((await site.admin.delete(`${DIRECTORY}/${sso}`)).status).toBe(200);
    const [{ auditlogid }] = (await site.admin.get('/api/auditlogs?action=employees.employee.deleted')).data;
    expect((await site.admin.post(`/api/auditlogs/${auditlogid}/undo`, {})).status).toBe(200);
  });
  expect(await runRestore(file, '--data', data, '--replace')).toMatchObject({ code: 0 });
  await withServedData(data, async (site) => {
    const left = site.app.host.db.read((reader) =>
      reader.all<{ sso: string }>('SELECT sso FROM employees ORDER BY sso'),
    );
    expect(left.map(({ sso }) => sso)).toEqual(['100002', '100003']);
    expect(countRows(site, "SELECT count(*) AS n FROM files WHERE area = 'employeephotos'")).toBe(0);
  });
});
