import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test.each([
  ['vendor', '/vendors', { vendor: 'Kestrel Industrial' }, 'kestrel'],
  ['location', '/locations', { location: 'Hall Kappa' }, 'kappa'],
  ['businessunit', '/businessunits', { businessunit: 'Foundry', code: 'FND-7' }, 'fnd-7'],
  ['model', '/models', { modelnumber: 'XPS 13' }, 'xps 13'],
])(
  'a %s is found by its name in any letter case until it is renamed or deleted',
  async (kind, path, body, q) => {
    const { data } = await site.admin.post(`/api${path}`, body);
    const id = Object.values(data).find((value) => typeof value === 'number') as number;
    const title = Object.values(body)[0]!;
    const find = async () => (await site.admin.get(`/api/search?q=${encodeURIComponent(q)}`)).data;
    expect(await find()).toEqual([expect.objectContaining({ kind, id, title, url: `${path}/${id}` })]);
    await site.admin.put(
      `/api${path}/${id}`,
      Object.fromEntries(
        [
          [Object.keys(body)[0]!, `Renamed ${kind}`],
          ['code', 'R'],
        ].slice(0, Object.keys(body).length),
      ),
    );
    expect(await find()).toEqual([]);
    const findRenamed = async () => (await site.admin.get(`/api/search?q=renamed%20${kind}`)).data;
    expect(await findRenamed()).toContainEqual(expect.objectContaining({ kind, id }));
    await site.admin.delete(`/api${path}/${id}`);
    expect(await findRenamed()).toEqual([]);
  },
);

test('the search finds applications only for users with applications.view', async () => {
  await site.admin.post('/api/applications', { appname: 'Zeppelin' });
  await site.admin.post('/api/vendors', { vendor: 'Zeppelin Works' });
  const titles = async (who: Site['admin']) =>
    (await who.get('/api/search?q=zeppelin')).data.map(({ title }: { title: string }) => title).sort();
  expect(await titles(await site.userWith('assets.view', 'applications.view'))).toEqual([
    'Zeppelin',
    'Zeppelin Works',
  ]);
  expect(await titles(await site.userWith('assets.view'))).toEqual(['Zeppelin Works']);
  expect((await site.anonymous.get('/api/search?q=zeppelin')).status).toBe(401);
  expect((await site.anonymous.get('/api/vendors?search=zepp')).data).toHaveLength(1);
});

test('the search returns a MAC address in any notation first', async () => {
  const made = await site.admin.post('/api/network', {
    assetnumber: 'SW-MAC',
    macaddress: '02:00:5e:aa:00:07',
  });
  for (const typed of ['02:00:5e:aa:00:07', '02-00-5E-AA-00-07', '0200.5eaa.0007', '02005EAA0007']) {
    const [first] = (await site.admin.get(`/api/search?q=${typed}`)).data;
    expect([typed, first?.id, first?.score]).toEqual([typed, made.data.assetid, 100]);
  }
});
