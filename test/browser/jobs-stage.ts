import type { FilledPlant } from './filled-plant.ts';

/** The plant in which the jobs are done: a hall with 40 PCs, three old PCs, and a machine with its PC. */
export async function createJobRecords({ send }: FilledPlant): Promise<void> {
  const create = async (path: string, body: object) =>
    (await send('POST', path, body)).data as Record<string, number>;
  const { locationid } = await create('/locations', { location: 'Hall 9' });
  for (let n = 1; n <= 40; n++)
    await create('/computers', {
      assetnumber: `BENCH-${n}`,
      hostname: `bench-${n}`,
      serialnumber: `5CG${1000 + n}QX`,
      locationid,
    });
  const { osid } = await create('/operatingsystems', { osname: 'Windows 7 Professional' });
  for (const n of [1, 2, 3])
    await create('/computers', { assetnumber: `OLD-${n}`, hostname: `old-${n}`, osid });
  const machine = await create('/machines', { assetnumber: 'MC-100', name: 'Grinder North' });
  const pc = await create('/computers', { assetnumber: 'PC-100', hostname: 'pc-100' });
  const types = (await send('GET', '/assets/relationshiptypes')).data as Record<string, number | string>[];
  const controls = types.find(({ relationshiptype }) => relationshiptype === 'controls')!;
  await create('/assets/relationships', {
    sourceassetid: pc.assetid,
    targetassetid: machine.assetid,
    relationshiptypeid: controls.relationshiptypeid,
  });
  await send('PUT', `/computers/${pc.computerid}`, { serialnumber: 'TYPED-WRONG' });
}

/** Reads one field of the first computers that match a search. */
export async function readOfComputers(
  { send }: FilledPlant,
  search: string,
  field: string,
): Promise<unknown[]> {
  const { data } = await send('GET', `/computers?per_page=100&search=${encodeURIComponent(search)}`);
  return (data as Record<string, unknown>[]).map((row) => row[field]);
}

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>';

/** Creates a level with a floor plan. */
export async function uploadFloorPlan({ url, send, session: { page } }: FilledPlant): Promise<void> {
  await send('POST', '/maplevels', { building: 'Hall A', level: 'Ground floor' });
  await page.goto(`${url}/map`);
  await page.getByRole('button', { name: 'Upload floor plan' }).click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'hall.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(DRAWING) };
  await dialog.locator('input[type=file]').first().setInputFiles(file);
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
}
