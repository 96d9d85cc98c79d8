import { expect, test } from 'bun:test';
import { startSite } from '../support/site.ts';

test('a day that there is not is refused and not taken for the next one', async () => {
  const site = await startSite();
  const importing = site.admin.with({ 'x-import-mode': 'true' });
  const send = (createddate: string) =>
    importing.post('/api/assets', { assetnumber: createddate, assettypeid: 2, createddate });
  const refused = await send('2019-02-30T00:00:00Z');
  expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect((await send('2020-02-29T00:00:00Z')).data.createddate).toBe('2020-02-29T00:00:00.000Z');
  const { error } = await site.admin.get('/api/auditlogs?from=2019-02-30');
  expect(error.code).toBe('VALIDATION_ERROR');
  expect(JSON.stringify(error)).toContain('Use a day such as 2026-01-31');
  site.stop();
});
