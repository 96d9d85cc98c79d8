import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { DESK } from '../../../test/browser/page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterAll(() => plant?.stop());

type CreatedMachine = { assetid: number; machineid: number };
const create = async (path: string, body: object): Promise<CreatedMachine> =>
  (await plant.send('POST', path, body)).data as CreatedMachine;

test('the connections tab of a machine shows and links its PC, the other bay and printers', async () => {
  const { page } = plant.session;
  const types = (await plant.send('GET', '/assets/relationshiptypes')).data as {
    relationshiptype: string;
    relationshiptypeid: number;
  }[];
  const tie = (sourceassetid: number, name: string, targetassetid: number) =>
    plant.send('POST', '/assets/relationships', {
      sourceassetid,
      targetassetid,
      relationshiptypeid: types.find((one) => one.relationshiptype === name)!.relationshiptypeid,
    });
  const left = await create('/machines', { assetnumber: 'BAY-L', name: 'Left bay' });
  const right = await create('/machines', { assetnumber: 'BAY-R', name: 'Right bay' });
  const pc = await create('/computers', { assetnumber: 'PC-BAY', hostname: 'pc-bay' });
  await tie(left.assetid, 'dualpath', right.assetid);
  await tie(pc.assetid, 'controls', left.assetid);
  await page.goto(`${plant.url}/machines/${right.machineid}?tab=behind`);
  const card = (name: string) => page.getByRole('region', { name });
  await card('Controlled by').getByRole('link', { name: 'PC-BAY' }).waitFor();
  await card('Other bay').getByRole('link', { name: 'BAY-L' }).waitFor();
  await card('Printers').getByRole('button', { name: 'Connect default printer' }).waitFor();
  await card('Controlled by').getByRole('link', { name: 'PC-BAY' }).click();
  await page.getByRole('heading', { level: 1, name: 'PC-BAY' }).waitFor();
  expect(plant.session.problems).toEqual([]);
});
