import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type StocktakeHall, startHall } from '../../plugins/stocktake/test/hall.ts';

let hall: StocktakeHall;
beforeAll(async () => {
  hall = await startHall();
});
afterAll(() => hall.stop());

/** The notations of one MAC address and one IPv6 address. Two digits identify the asset. */
const NOTATIONS: ((digits: string) => string)[] = [
  (digits) => `00:1a:2b:ff:00:${digits}`,
  (digits) => `00-1A-2B-FF-00-${digits}`,
  (digits) => `001A.2BFF.00${digits}`,
  (digits) => `00 1a 2b ff 00 ${digits}`,
  (digits) => `001a2bff00${digits}`,
  (digits) => `2001:db8::${digits}`,
  (digits) => `2001:0DB8:0:0:0:0:0:${digits}`,
  (digits) => `[2001:db8::${digits}]`,
];

/** Adds an asset with both addresses. */
async function addAsset(list: string, body: object, digits: string): Promise<number> {
  const { admin } = hall.site;
  const { status, data } = await admin.post(`/api/${list}`, body);
  expect([list, status]).toEqual([list, 201]);
  for (const [commtype, address] of [
    ['mac', `001a.2bff.00${digits}`],
    ['ip', `2001:0db8:0:0:0:0:0:${digits}`],
  ])
    expect(
      (await admin.post(`/api/assets/${data.assetid}/communications`, { commtype, address })).status,
    ).toBe(201);
  return data.assetid;
}

const search = async (path: string, text: string): Promise<number[]> =>
  (await hall.site.admin.get(`/api/${path}?search=${encodeURIComponent(text)}`)).data.map(
    (row: { assetid: number }) => row.assetid,
  );

test.each([
  ['computers', 'PC', '11'],
  ['machines', 'M', '12'],
  ['network', 'SW', '13'],
  ['printers', 'PRN', '14'],
  ['measuringtools', 'G', '15'],
  ['usb', 'USB', '16'],
])('the lists of %s, of assets and of the map find an asset by its address', async (list, name, digits) => {
  const own = list === 'usb' ? { deviceid: name } : { assetnumber: name };
  const assetid = await addAsset(list, own, digits);
  for (const write of NOTATIONS)
    for (const path of [list, 'assets', 'map/unplaced'])
      expect([path, write(digits), await search(path, write(digits))]).toEqual([
        path,
        write(digits),
        [assetid],
      ]);
});

test('the list of PCs with agents finds a PC by its address', async () => {
  const assetid = await addAsset('computers', { assetnumber: 'PC-2', hostname: 'pc-2' }, '21');
  for (const write of NOTATIONS)
    expect([write('21'), await search('endpoints', write('21'))]).toEqual([write('21'), [assetid]]);
});

test('a stocktake finds an asset by its MAC address in any notation', async () => {
  const { assetid } = await hall.asset({});
  const { admin } = hall.site;
  await admin.post(`/api/assets/${assetid}/communications`, { commtype: 'mac', address: '001a.2bff.0031' });
  const stocktakeid = await hall.start();
  const codes = NOTATIONS.slice(0, 5).map((write) => write('31'));
  const answers = await hall.scan(stocktakeid, ...codes);
  expect(answers.map((answer) => answer.assetid)).toEqual(codes.map(() => assetid));
});
