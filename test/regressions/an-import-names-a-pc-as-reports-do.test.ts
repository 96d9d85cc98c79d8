import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
/** Two PCs with the same short host name. */
let ofLine5: number;
let ofLine6: number;
beforeAll(async () => {
  site = await startSite();
  ask = createReporter(site);
  const report = (line: string) =>
    ask.report({ hostname: `press.${line}.plant.example`, serialnumber: `P-${line}` });
  ofLine5 = (await report('line5')).assetid;
  ofLine6 = (await report('line6')).assetid;
  await ask.report({ hostname: 'alone.line7.plant.example', serialnumber: 'P-line7' });
});
afterAll(() => site.stop());

const importNotes = (hostname: string, notes: string) =>
  importFile(site.admin, 'Computer', `Host name,Notes\n${hostname},${notes}\n`, { dryrun: 'false' });

test('the import refuses a row and changes nothing when two PCs have its short host name', async () => {
  const readBoth = async () => [await ask.asset(ofLine5), await ask.asset(ofLine6)];
  const before = await readBoth();
  for (const name of ['press', 'PRESS', ' press ']) {
    const { status, error } = await importNotes(name, 'for one of them');
    expect([name, status]).toEqual([name, 400]);
    expect(JSON.stringify(error)).toContain('Several records match this row.');
  }
  expect(await readBoth()).toEqual(before);
});

test('a row with a whole host name updates the matching PC and preserves its names', async () => {
  for (const [name, assetid] of [
    ['press.line6.plant.example', ofLine6],
    ['PRESS.line5.plant.EXAMPLE', ofLine5],
  ] as const) {
    const before = await ask.asset(assetid);
    const answer = await importNotes(name, `for ${assetid}`);
    expect([rowOutcomesOf(answer), reasonsOf(answer)]).toEqual([['update'], [null]]);
    const { notes, name: currentName, modifieddate: _, ...rest } = await ask.asset(assetid);
    expect({ ...rest, name: currentName, notes: before.notes, modifieddate: before.modifieddate }).toEqual(
      before,
    );
    expect(notes).toBe(`for ${assetid}`);
  }
  const hostnames = (await ask.computers()).map(({ hostname }) => hostname);
  expect(hostnames.filter((hostname) => hostname?.startsWith('press'))).toEqual(['press']);
});

test('a row with a short host name updates the PC when only one PC has the name', async () => {
  const answer = await importNotes('alone', 'found');
  expect(rowOutcomesOf(answer)).toEqual(['update']);
  const { data } = await site.admin.get('/api/computers/by-hostname/alone');
  expect(data).toMatchObject({ notes: 'found', fullhostname: 'alone.line7.plant.example' });
});
