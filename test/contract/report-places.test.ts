import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { loadPlant } from '../../src/demo/load-plant.ts';
import type { SiteReport } from '../../src/kit/contributions.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { report } from '../../src/kit/report.ts';
import type { PlaceSelection } from '../../src/kit/resource/place-filter.ts';
import { lockersPlugin } from '../fixtures/plugins/lockers/index.ts';
import { toolsPlugin } from '../fixtures/plugins/tools/index.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';
import { isCreatable, listServedRegisters, sampleBody } from './sample.ts';

setDefaultTimeout(120_000);

/** A plugin with a report that declares a place filter and ignores it. */
const careless = definePlugin({
  id: 'careless',
  title: 'Careless',
  description: 'A report without a place',
  reports: [
    report({
      key: 'careless',
      title: 'Everything',
      about: 'All assets, wherever they stand.',
      placeRegister: 'assets',
      columns: { assetnumber: 'Number' },
      rows: (reader) => reader.all('SELECT assetnumber FROM assets'),
    }),
  ],
});

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, toolsPlugin, lockersPlugin, careless] });
  // The demo plant has rows for the reports of the bundled plugins. Sample records have rows for others.
  await loadPlant({ url: site.url, username: 'admin', password: PASSWORD, assets: 200, seed: 1 });
  for (const register of listServedRegisters(site).filter(isCreatable))
    await site.admin.post(`/api${register.path}`, sampleBody(site, register));
});
afterAll(() => site.stop());

const ANYWHERE: PlaceSelection = {
  listFilter: {},
  within: { locationid: null, businessunitid: null },
  isAnywhere: true,
};
const NOWHERE: PlaceSelection = {
  listFilter: { locationid: 99_999, businessunitid: 99_999 },
  within: { locationid: '[]', businessunitid: '[]' },
  isAnywhere: false,
};

function rowsAt({ parameters, rows }: SiteReport, place: PlaceSelection): unknown[] {
  const parameterValues = Object.fromEntries(
    Object.entries(parameters).map(([name, { kind, default: usual }]) => [
      name,
      usual ?? (kind === 'date' ? '2099-01-01' : null),
    ]),
  );
  return site.app.host.db.read((reader) => [...rows(reader, { ...parameterValues, place })]);
}

test('each report with a place filter returns no rows for a place without records', () => {
  const reports = site.app.host.contributions
    .reports(site.app.host)
    .filter(({ placeRegister }) => placeRegister !== false);
  const filled = reports.filter((one) => rowsAt(one, ANYWHERE).length > 0);
  expect(filled.length).toBeGreaterThan(10);
  const forgetful = filled.filter((one) => rowsAt(one, NOWHERE).length > 0).map(({ key }) => key);
  expect(forgetful).toEqual(['careless']);
});
