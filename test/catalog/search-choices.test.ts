import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('a search compares choices by their keys, their labels and computed states', async () => {
  const post = (path: string, body: object) => site.admin.post(path, body);
  await post('/api/customfields', { fieldname: 'certified', label: 'Certified', fieldtype: 'boolean' });
  await post('/api/measuringtools', { assetnumber: 'MT-1' });
  for (const [warrantyname, enddate] of [
    ['Ended', '2001-01-01'],
    ['Running', '2999-01-01'],
  ])
    await post('/api/warranty', { warrantyname, enddate });
  const listNames = async (path: string, search: string, name: string) => {
    const { data } = await site.admin.get(`/api/${path}?search=${encodeURIComponent(search)}`);
    return data.map((row: Record<string, unknown>) => row[name]);
  };
  expect(await listNames('warranty', 'coverage:expired', 'warrantyname')).toEqual(['Ended']);
  expect(await listNames('warranty', 'coverage:cov', 'warrantyname')).toEqual(['Running']);
  expect(await listNames('warranty', 'has:coverage -coverage:expired', 'warrantyname')).toEqual(['Running']);
  expect(await listNames('customfields', 'type:"yes or no"', 'fieldname')).toEqual(['certified']);
  expect(await listNames('customfields', 'fieldtype:boolean', 'fieldname')).toEqual(['certified']);
  expect(await listNames('measuringtools', 'calibration:unknown', 'assetnumber')).toEqual(['MT-1']);
  expect(await listNames('measuringtools', 'calibrationstate:overdue', 'assetnumber')).toEqual([]);
  const { data } = await site.admin.get('/api/search?q=coverage:expired');
  expect(data).toMatchObject([{ title: 'Ended', matched: { title: 'Coverage', text: 'Expired' } }]);
  const completed = await site.admin.get('/api/search/completions?q=coverage:exp&list=warranties');
  const labels = completed.data.completions.map(({ label }: { label: string }) => label);
  expect(labels).toEqual(['Expiring', 'Expired']);
});
