import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.admin.post('/api/vendors', { vendor: 'Grinding Works' });
  await site.admin.post('/api/vendors', { vendor: 'Works of steel' });
  await site.admin.post('/api/locations', { location: 'Grinding hall' });
});
afterAll(() => site.stop());

const findChanges = async (search: string): Promise<string[]> => {
  const { data } = await site.admin.get(`/api/auditlogs?search=${encodeURIComponent(search)}`);
  return data.map(({ entityname }: { entityname: string }) => entityname).sort();
};

test.each([
  ['works grinding', ['Grinding Works']],
  ['"grinding works"', ['Grinding Works']],
  ['"works grinding"', []],
  ['grinding', ['Grinding Works', 'Grinding hall']],
  ['grinding -works', ['Grinding hall']],
  ['entitytype:location grinding', ['Grinding hall']],
  ['entitytype:location|vendor works', ['Grinding Works', 'Works of steel']],
  ['grinding -entitytype:vendor', ['Grinding hall']],
  ['action:vendor.created details:steel', ['Works of steel']],
  ['grinding user:other', []],
  ['grinding -has:user', []],
  ['unknownkey:grinding', []],
])('the search %s of the audit log finds the changes of %j', async (search, expected) => {
  expect(await findChanges(search)).toEqual(expected);
});
