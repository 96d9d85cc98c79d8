import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('a name of a custom field with an operator is refused', async () => {
  const { status, error } = await site.admin.post('/api/customfields', {
    fieldname: 'slot__in',
    fieldtype: 'text',
  });
  expect([status, error.details.issues[0].path]).toEqual([400, 'fieldname']);
});

test.each(['/api/endpoints', '/api/auditlogs', '/api/printers/models', '/api/imports'])(
  '%s refuses a filter of a column that it does not have',
  async (path) => {
    const { status, error } = await site.admin.get(`${path}?nothing__in=x`);
    expect([status, error?.details?.issues?.[0]?.path]).toEqual([400, 'nothing__in']);
  },
);
