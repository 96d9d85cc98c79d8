import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { startPartsCabinet } from '../../plugins/printedparts/test/parts-cabinet.ts';
import { createPng } from '../support/pictures.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { createJobRecords, uploadFloorPlan } from './jobs-stage.ts';
import { DESK, PHONE } from './page-faults.ts';
import { testsOf } from './person.ts';

setDefaultTimeout(120_000);

/** The clicks and typed fields of each job. A change of the UI that needs more of them needs a reason. */
const JOBS = {
  'a person places five assets on the floor plan and finds one': { clicks: 8, fields: 1 },
  'a person prints labels for 40 PCs': { clicks: 4, fields: 1 },
  'a worker takes a printed part at the kiosk': { clicks: 1, fields: 2 },
  'a person takes stock of a hall with a phone': { clicks: 6, fields: 3 },
  'a person adds a slide to the display in the lobby': { clicks: 2, fields: 1 },
};

let plant: FilledPlant;
let locationid: number;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  const { send } = plant;
  await createJobRecords(plant);
  await uploadFloorPlan(plant);
  ({ locationid } = (await send('POST', '/locations', { location: 'Hall 7' })).data as {
    locationid: number;
  });
  for (const n of [1, 2]) await send('POST', '/computers', { assetnumber: `HALL-${n}`, locationid });
});
afterAll(() => plant?.stop());

const testJob = testsOf(JOBS, () => plant);

testJob('a person places five assets on the floor plan and finds one', async (person) => {
  const { page } = person;
  await person.open('Floor plan');
  await person.press('Edit positions');
  await page.getByText('Not on the floor plan').waitFor();
  await person.press('Place several');
  for (const x of [100, 200, 300, 400, 500]) {
    const asked = await page.getByText(/^Click the position of/).innerText();
    await person.click(page.locator('.leaflet-container'), { position: { x, y: 300 } });
    await page.getByText(asked, { exact: true }).waitFor({ state: 'detached' });
  }
  await page.keyboard.press('Escape');
  await plant.session.settled();
  const { data } = await plant.send('GET', '/map/markers');
  expect(data as object[]).toHaveLength(5);
  const [{ assetnumber }] = data as [{ assetnumber: string }];
  await person.type(page.getByLabel('Find on floor plan'), assetnumber);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: `Open ${assetnumber}` }).waitFor();
});

testJob('a person prints labels for 40 PCs', async (person) => {
  const { page } = person;
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'true');
  });
  await person.open('Computers');
  await person.type(page.getByLabel('Search in computers'), 'bench');
  await page.getByText('1–40 of 40').waitFor();
  await person.click(page.getByRole('checkbox', { name: 'Select all on this page' }));
  await person.press('Labels');
  await page.locator('.mw-label').nth(39).waitFor();
  await person.press('Print');
  await page.locator('body[data-printed]').waitFor({ state: 'attached' });
  expect(await page.locator('.mw-label').count()).toBe(40);
});

testJob('a worker takes a printed part at the kiosk', async (person) => {
  const cabinet = await startPartsCabinet();
  try {
    const path = await cabinet.part('HOOK-1');
    const kiosk = await cabinet.pairedKiosk();
    person.page = kiosk.page;
    await person.scan('4711');
    await kiosk.heading('Scan the part');
    await person.scan('HOOK-1');
    await kiosk.heading('HOOK-1');
    await person.press('Take 1');
    await kiosk.heading('Taken');
    expect(await cabinet.onhand(path)).toBe(9);
  } finally {
    await cabinet.stop();
  }
});

testJob('a person takes stock of a hall with a phone', async (person) => {
  const { page } = person;
  await page.setViewportSize(PHONE);
  await person.press('Navigation');
  await person.open('Stocktake');
  await person.press('Start');
  await person.press(/^Hall 7/);
  await person.click(page.getByRole('region', { name: 'Start' }).getByRole('button', { name: 'Start' }));
  await page.getByLabel('Code of a label').waitFor();
  for (const code of ['HALL-1', 'HALL-2', 'M-1']) await person.scan(code);
  await page.getByText('Unexpected: its registered location is not set.').waitFor();
  await person.press('Move here');
  await page.getByText('Moved here.').waitFor();
  expect((await plant.send('GET', '/stocktakes')).data).toMatchObject([{ found: 2, unexpected: 1 }]);
  expect((await plant.send('GET', '/assets?search=M-1')).data).toMatchObject([{ locationid }]);
});

testJob('a person adds a slide to the display in the lobby', async (person) => {
  const { page } = person;
  await person.open('Screens');
  const slide = { name: 'party.png', mimeType: 'image/png', buffer: createPng(100, 64) };
  await person.chooseFile(page.getByRole('button', { name: 'Choose images' }), slide);
  await page.getByText('1 slide, always shown').waitFor();
  expect((await plant.send('GET', '/slides/lobby')).data).toMatchObject([{ filename: 'party.png' }]);
});
