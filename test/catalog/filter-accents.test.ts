import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('texts with accents match in any letter case among texts of other lengths, and a sign that folds to ASCII too', async () => {
  const create = async (assetnumber: string, ordernumber: string) =>
    (await site.admin.post('/api/assets', { assetnumber, ordernumber, assettypeid: 9 })).data.assetnumber;
  const made = [
    await create('T1', 'GRÖSSE 7'),
    await create('T2', '7 kelvin'),
    await create('T3', 'Größe'),
    await create('T4', 'GROSSE 7'),
    await create('T5', 'naïve?*['),
    await create('T6', '𝔘mlaut ä'),
  ];
  const find = async (...texts: string[]) => {
    const values = texts.map(encodeURIComponent).join(',');
    const { data } = await site.admin.get(`/api/assets?ordernumber__in=${values}&sort=assetnumber`);
    return data.map((row: { assetnumber: string }) => row.assetnumber);
  };
  expect(await find('größse 7', 'grösse 7')).toEqual([made[0]]);
  expect(await find('7 \u212aelvin')).toEqual([made[1]]);
  expect(await find('7 \u212aelvin', 'größe', 'NAÏVE?*[', 'x')).toEqual([made[1], made[2], made[4]]);
  expect(await find('𝔘MLAUT Ä', 'grosse 7')).toEqual([made[3], made[5]]);
  expect(await find('größ', 'rösse 7')).toEqual([]);
});
