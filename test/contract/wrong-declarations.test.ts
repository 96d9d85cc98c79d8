import { expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { build, query } from '../../src/kit/data/query.ts';
import { sql } from '../../src/kit/data/sql-text.ts';
import { sortByDependencies } from '../../src/kit/dependency-order.ts';
import { invalid } from '../../src/kit/errors.ts';
import { api, routeOptions } from '../../src/kit/http/api.ts';
import { definePlugin, type Plugin } from '../../src/kit/plugin.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import type { Register } from '../../src/kit/resource/register.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';
import { toolsPlugin } from '../fixtures/plugins/tools/index.ts';
import { toolLedger, toolRegister } from '../fixtures/plugins/tools/register.ts';
import { tools as toolsTable } from '../fixtures/plugins/tools/tables.ts';
import { startSite } from '../support/site.ts';

/** Returns the tools plugin with one mistake in its register. */
const withRegister = (mistake: Partial<Register>): Plugin => {
  const wrong = { ...toolRegister, ...mistake };
  return { ...toolsPlugin, registers: [wrong], ledgers: [{ ...toolLedger, of: wrong }] };
};
const { calibrate } = toolRegister.verbs;
const [due] = toolsPlugin.reports ?? [];
const [rule] = toolsPlugin.attention ?? [];

const wrong: [string, Plugin, string][] = [
  [
    'a verb for records with an unknown field',
    withRegister({ verbs: { calibrate: { ...calibrate!, when: { isaktive: true } } } }),
    'The register tools is wrong: the verb calibrate requires the unknown field isaktive.',
  ],
  [
    'a verb for records with a value that their field never has',
    withRegister({ verbs: { calibrate: { ...calibrate!, when: { isactive: 'yes' } } } }),
    'The register tools is wrong: the verb calibrate requires an impossible value of isactive: yes.',
  ],
  [
    'an attention rule that links to an unknown filter',
    { ...toolsPlugin, attention: [{ ...rule!, href: '/tools?dew=true' }] },
    'The attention rule tools.due is wrong: it leads to /tools?dew=true, but that list has no filter dew.',
  ],
  [
    'a machine route whose credential no feature accepts',
    {
      ...toolsPlugin,
      routes: () => [
        api('/api/toolbox').get(
          '',
          () => 1,
          routeOptions({ access: { machine: [{ kind: 'box' }] }, summary: 'Open' }),
        ),
      ],
    },
    'GET /api/toolbox requires the credential box, which no feature accepts.',
  ],
  [
    'a verb with an undeclared permission',
    withRegister({ verbs: { calibrate: { ...calibrate!, needs: { can: 'tools.calibrat' } } } }),
    'The register tools is wrong: it requires the undeclared permission tools.calibrat.',
  ],
  [
    'a filter over an unknown column',
    withRegister({ filters: { due: filter.boolean({ title: 'Due', when: () => sql`tools.nextdu = 1` }) } }),
    'The register tools is wrong: the filter due: no such column: tools.nextdu. If a migration creates it, list that migration in migrations.ts.',
  ],
  [
    'a computed field with invalid SQL',
    withRegister({
      fields: { ...toolRegister.fields, twice: computed.integer({ title: 'Twice', from: sql`(SELEKT 2)` }) },
    }),
    'The register tools is wrong: the field twice: near "2"',
  ],
  [
    'a computed field over an unknown table',
    withRegister({
      fields: {
        ...toolRegister.fields,
        twice: computed.integer({ title: 'Twice', from: sql`(SELECT count(*) FROM calibrationz)` }),
      },
    }),
    'The register tools is wrong: the field twice: no such table: calibrationz. If a migration creates it, list that',
  ],
  [
    'a filter that throws',
    withRegister({
      filters: {
        due: filter.boolean({
          title: 'Due',
          when: () => {
            throw invalid('due', 'Not today.');
          },
        }),
      },
    }),
    'The register tools is wrong: the filter due: due: Not today.',
  ],
  [
    'a permission that another feature declares',
    { ...toolsPlugin, permissions: { ...toolsPlugin.permissions, 'machines.edit': 'Change machines' } },
    'The permission machines.edit is declared by Machines and by Measuring tools. Rename one, or use foreignPermission.',
  ],
  [
    'a setting that another feature declares',
    {
      ...toolsPlugin,
      settings: declareSettings('tools', {
        site_url: { title: 'Address of tools', description: '', default: '' },
      }),
    },
    'is declared twice, as "',
  ],
  [
    'a register whose migration is not listed',
    { ...toolsPlugin, migrations: [] },
    'There is no table tools. List the migration that creates it in migrations.ts.',
  ],
  [
    'two reports with the same key',
    { ...toolsPlugin, reports: [due!, due!] },
    'The report tools-due is declared twice',
  ],
  [
    'a report with the places of an unknown register',
    { ...toolsPlugin, reports: [{ ...due!, placeRegister: 'drawers' }] },
    'The report tools-due is wrong: There is no register drawers.',
  ],
  [
    'a report with the places of a register without places',
    { ...toolsPlugin, reports: [{ ...due!, placeRegister: 'vendors' }] },
    'The report tools-due is wrong: it uses the locations of vendors, but that register has no locations.',
  ],
  [
    'a report with a parameter that already filters by place',
    { ...toolsPlugin, reports: [{ ...due!, parameters: { location_id: due!.parameters.until! } }] },
    'The report tools-due is wrong: its parameter location_id is reserved for the location filter.',
  ],
  [
    'an attention rule with an undeclared permission',
    { ...toolsPlugin, attention: [{ ...rule!, needs: 'tools.unknown' }] },
    'The attention rule tools.due is wrong: it requires the undeclared permission tools.unknown',
  ],
];

test.each(wrong)(
  'the start fails with the place of the mistake when the declaration has %s',
  async (_what, plugin, message) => {
    await expect(startSite({ plugins: [...plugins, plugin] })).rejects.toThrow(message);
  },
);

const plugin = (id: string, ...dependsOn: string[]): Plugin =>
  definePlugin({ id, title: id, description: id, dependsOn });

test('the start names the cycle of dependent plugins and a missing or disabled plugin', () => {
  const circle = [plugin('map', 'vehicles'), plugin('machines', 'vehicles'), plugin('vehicles', 'machines')];
  expect(() => sortByDependencies(circle)).toThrow(
    'Plugins depend on each other: vehicles -> machines -> vehicles.',
  );
  const lone = plugin('vehicles', 'maschines');
  expect(() => sortByDependencies([lone], [lone, plugin('machines')])).toThrow(
    'The plugin vehicles requires the plugin maschines, which does not exist. Available plugins: vehicles, machines.',
  );
  const off = plugin('maschines');
  expect(() => sortByDependencies([lone], [lone, off])).toThrow(
    'requires the plugin maschines, which is not enabled.',
  );
});

test('a query names the statement and the alias when a column has another name', () => {
  const renamed = query(() => build.select({ day: toolsTable.nextdue }).from(toolsTable));
  expect(() => renamed.text()).toThrow(
    `The selected day has the name nextdue in the statement, so its rows would have no day. Name it with .as('day'). Statement: select "nextdue" from "tools"`,
  );
});

test('a computed field fails at its declaration when its SQL has parameters', () => {
  const day = '2026-01-31';
  expect(() => computed.text({ title: 'Day', from: sql`(SELECT ${day})` })).toThrow(
    'This SQL has parameters',
  );
  expect(() => definePlugin({ id: 'Tools', title: 'T', description: 'T' })).toThrow(
    'is not a valid plugin ID',
  );
});
