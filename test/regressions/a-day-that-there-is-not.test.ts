import { expect, test } from 'bun:test';
import { startSite } from '../support/site.ts';

test('the server refuses a day that does not exist', async () => {
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

test('the server names the field when a date is outside the years 0001 to 9999 in UTC', async () => {
  const site = await startSite();
  const importing = site.admin.with({ 'x-import-mode': 'true' });
  const made = await importing.post('/api/assets', { assetnumber: 'A-1', assettypeid: 2 });
  const path = `/api/assets/${made.data.assetid}`;
  for (const wrong of [
    '9999-12-31T23:59:59-05:00',
    '0001-01-01T00:00:00+05:00',
    '0000-06-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
  ])
    for (const name of ['createddate', 'modifieddate']) {
      const body = { assetnumber: 'A-2', assettypeid: 2, [name]: wrong };
      for (const sent of [importing.post('/api/assets', body), importing.put(path, { [name]: wrong })]) {
        const { status, error } = await sent;
        expect([wrong, status, error?.details.issues[0].path]).toEqual([wrong, 400, name]);
      }
    }
  for (const [right, stored] of [
    ['9999-12-30T23:59:59-05:00', '9999-12-31T04:59:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])
    expect((await importing.put(path, { createddate: right })).data.createddate).toBe(stored!);
  site.stop();
});
