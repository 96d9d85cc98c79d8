import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile } from './support/imports.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Titles of columns in earlier versions. Spaces in headers are irrelevant. */
const EARLIER_TITLES: [target: string, title: string, field: string][] = [
  ['measuringtools', 'Calibrate every', 'calibrationintervaldays'],
  ['measuringtools/types', 'Calibrate every', 'calibrationintervaldays'],
  ['notifications/types', 'Colour', 'color'],
  ['machines/types', 'Colour', 'color'],
  ['network/types', 'Colour', 'color'],
  ['assets/types', 'Colour', 'color'],
  ['assets/statuses', 'Colour', 'color'],
  ['assets/relationshiptypes', 'Colour', 'color'],
  ['printers', 'Prints in colour', 'iscolor'],
  ['printers', 'CSF', 'iscsf'],
  ['printers/drivers', 'LiesAt', 'location'],
  ['printers/drivers', 'For the model', 'modelnumberid'],
  ['printedparts/items', 'Low at', 'lowstockthreshold'],
  ['backups/assets', 'WhereItLies', 'storagelocation'],
  ['backups/assets', 'By', 'performedby'],
  ['backups/assets', 'Next one after', 'intervaldays'],
  ['notifications', 'On displays in the halls', 'isshopfloor'],
  ['notifications', 'For the person (SSO)', 'employeesso'],
  ['notifications', 'As an alert on PCs', 'alertfleet'],
  ['endpoints/scripts', 'What it does', 'description'],
  ['endpoints/scripts', 'Errors', 'errormode'],
  ['endpoints/scripts', 'Keep what it prints', 'captureoutput'],
  ['endpoints/scripts', 'Runs as', 'usercontext'],
  ['endpoints/scripts', 'Ends after', 'timeoutseconds'],
  ['endpoints/policies', 'Checks in every', 'pollseconds'],
  ['enforce/scopes', 'For every PC', 'iscommon'],
  ['assets', 'endoflifedate', 'eoldate'],
];

test('an import assigns each column with an earlier title to its field', async () => {
  const found: typeof EARLIER_TITLES = [];
  for (const [target, title] of EARLIER_TITLES) {
    const { id } = site.app.host.registers.all().find(({ path }) => path === `/${target}`)!;
    const { data } = await importFile(site.admin, target, `${id},${title}\n1,1\n`, { skiperrors: 'true' });
    found.push([target, title, data?.mapping?.[title]]);
  }
  expect(found).toEqual(EARLIER_TITLES);
});
