import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { createPrinterStage } from '../../plugins/printers/test/printer-stage.ts';
import { type FleetStage, startFleet } from './fleet-stage.ts';
import { testsOf } from './person.ts';

setDefaultTimeout(120_000);

/** The clicks and typed fields of each job. A change of the UI that needs more of them needs a reason. */
const JOBS = {
  'a person approves a registered PC': { clicks: 3, fields: 0 },
  'a person approves an unknown PC': { clicks: 5, fields: 0 },
  'a person runs a script on five PCs': { clicks: 4, fields: 2 },
  'a person defines what lab PCs must have and publishes it': { clicks: 6, fields: 3 },
  'a person sees which printers run out': { clicks: 2, fields: 0 },
};

let plant: FleetStage;
let printers: Awaited<ReturnType<typeof createPrinterStage>>;
beforeAll(async () => {
  plant = await startFleet({ MILLWRIGHT_ALLOW_LOOPBACK: '1' });
  printers = await createPrinterStage(plant.send);
  const { send } = plant;
  for (const n of [1, 2, 3, 4, 5])
    await send('POST', '/computers', { assetnumber: `PRESS-PC-${n}`, hostname: `presspc-${n}` });
  await send('POST', '/endpoints/policies', {
    policyname: 'Presses',
    priority: -10,
    allowedactions: ['run_script'],
  });
  await send('POST', '/enforce/scopes', { scopename: 'Lab' });
});
afterAll(async () => {
  printers?.zabbix.stop();
  await plant?.stop();
});

const testJob = testsOf(JOBS, () => plant);

testJob('a person approves a registered PC', async (person) => {
  await plant.ask('press-7');
  await person.open('Agents');
  await person.press('Approve press-7');
  await person.press('Approve');
  await person.page.getByText('press-7 is approved').waitFor();
  expect(await plant.ask('press-7')).toMatchObject({ state: 'enrolled' });
});

testJob('a person approves an unknown PC', async (person) => {
  const { page } = person;
  await plant.ask('laptop-77');
  await person.open('Agents');
  await person.click(page.getByRole('link', { name: 'Add to register' }));
  await person.press('Create computer');
  await person.press('Approve laptop-77');
  await person.press('Approve');
  await page.getByText('laptop-77 is approved').waitFor();
  expect(await plant.ask('laptop-77')).toMatchObject({ state: 'enrolled' });
});

testJob('a person runs a script on five PCs', async (person) => {
  const { page } = person;
  await person.open('Computers');
  await person.type(page.getByLabel('Search in computers'), 'presspc');
  await page.getByText('1–5 of 5').waitFor();
  await person.click(page.getByRole('checkbox', { name: 'Select all on this page' }));
  await person.click(
    page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Run command' }),
  );
  await page.getByRole('option', { name: 'Clear the spooler' }).waitFor({ state: 'attached' });
  await person.select(page.getByLabel('Command to run'), 'Clear the spooler');
  await person.press('Run on 5 PCs');
  await page.getByText('Queued for 5 PCs.').waitFor();
  const { data } = await plant.send('GET', '/endpoints/commands?state=queued');
  expect(data as object[]).toHaveLength(5);
});

testJob('a person defines what lab PCs must have and publishes it', async (person) => {
  const { page } = person;
  await person.open('Enforcement');
  await person.click(page.getByRole('link', { name: 'Lab', exact: true }).first());
  await person.press('Add entry');
  const dialog = page.getByRole('dialog');
  await person.type(dialog.getByLabel('Name').first(), 'No sleep');
  await person.select(dialog.getByLabel('Type', { exact: true }), 'CMD');
  await person.type(dialog.getByLabel('Command line'), 'powercfg /x 0');
  await person.press('Save draft');
  await page.getByText('CMD · for every PC').waitFor();
  await person.press('Publish…');
  await person.press('Publish revision 1');
  await page.getByText('PCs get revision 1').waitFor();
});

testJob('a person sees which printers run out', async (person) => {
  await person.open('Printers', 'Printer supplies');
  await person.page.getByText('2 to order').waitFor();
});
