import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let scopeid: number;
beforeAll(async () => {
  site = await startSite();
  const post = async (path: string, body: object) => (await site.admin.post(path, body)).data;
  const { locationid } = await post('/api/locations', { location: 'Hall B1' });
  const { vendorid } = await post('/api/vendors', { vendor: 'Kyocera' });
  await post('/api/computers', { assetnumber: 'PC-000012', hostname: 'weld-pc', locationid });
  await post('/api/computers', { assetnumber: 'PC-000013', hostname: 'lab-pc' });
  await post('/api/models', {
    modelnumber: 'Ecosys P2040',
    vendorid,
    assettypeid: await findTypeId('Printer'),
  });
  await post('/api/models', { modelnumber: 'Taskalfa 3554', assettypeid: await findTypeId('Printer') });
  ({ scopeid } = await post('/api/enforce/scopes', { scopename: 'Everywhere', iscommon: true }));
});
afterAll(() => site.stop());

async function findTypeId(name: string): Promise<number> {
  const { data } = await site.admin.get('/api/assets/types?per_page=100');
  return data.find(({ assettype }: { assettype: string }) => assettype === name).assettypeid;
}

test.each(['/api/endpoints', '/api/endpoints/migration', '/api/enforce/scopes/:scopeid/affected'])(
  'the search of %s finds PCs by the words of the language',
  async (path) => {
    const find = async (search: string) => {
      const query = `?search=${encodeURIComponent(search)}`;
      const { data } = await site.admin.get(path.replace(':scopeid', String(scopeid)) + query);
      const rows: { hostname: string }[] = data.pcs ?? data;
      return rows.map(({ hostname }) => hostname).sort();
    };
    expect(await find('eld-pc')).toEqual([]);
    expect(await find('pc12')).toEqual(['weld-pc']);
    expect(await find('pc000012')).toEqual(['weld-pc']);
    expect(await find('hall b1')).toEqual(['weld-pc']);
    expect(await find('-in:"Hall B1"')).toEqual(['lab-pc']);
    expect(await find(' ')).toEqual(['lab-pc', 'weld-pc']);
  },
);

test('the search of printer models finds them by their vendor', async () => {
  const find = async (search: string) => {
    const { data } = await site.admin.get(`/api/printers/models?search=${encodeURIComponent(search)}`);
    return data.map(({ modelnumber }: { modelnumber: string }) => modelnumber);
  };
  expect(await find('kyo p2040')).toEqual(['Ecosys P2040']);
  expect(await find('-has:vendor')).toEqual(['Taskalfa 3554']);
});

test('the global search for a field without a value returns only kinds that have the field', async () => {
  const { data } = await site.admin.get('/api/search?q=-has:hostname');
  expect(data.filter(({ kind }: { kind: string }) => kind !== 'asset')).toEqual([]);
  const { data: others } = await site.admin.get('/api/search?q=-has:location');
  const titles = others.map(({ title }: { title: string }) => title);
  expect(titles).toContain('PC-000013');
  expect(titles).not.toContain('PC-000012');
  expect(titles).not.toContain('Kyocera');
});

test('a searched list starts with the record that has the identifier, unless a sort is chosen', async () => {
  await site.admin.post('/api/assets', { assettypeid: 2, assetnumber: 'AA-1', name: 'Belongs to ZZ-77' });
  await site.admin.post('/api/assets', { assettypeid: 2, assetnumber: 'ZZ-77', name: 'Lathe' });
  const find = async (query: string) =>
    (await site.admin.get(`/api/assets?${query}`)).data.map(
      ({ assetnumber }: { assetnumber: string }) => assetnumber,
    );
  expect(await find('search=zz77')).toEqual(['ZZ-77', 'AA-1']);
  expect(await find('search=zz77&sort=assetnumber')).toEqual(['AA-1', 'ZZ-77']);
});
