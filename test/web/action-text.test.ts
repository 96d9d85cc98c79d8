import { expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { pluginWebs } from '../../plugins/web.ts';
import { builtinWeb } from '../../src/web/pages/builtin.ts';
import { createActionText, loadActionLabels } from '../../src/web/parts/action-text.ts';

const text = createActionText(await loadActionLabels([builtinWeb, ...pluginWebs]));

test('formatAction describes an action by its sentence or by its verb and noun', () => {
  expect(text.formatAction('endpoints.pc.checkedin')).toBe('received a check-in of');
  expect(text.formatAction('catalog.asset.updated')).toBe('changed asset');
  expect(text.formatAction('usb.usbdevice.checkedout')).toBe('checked out USB device');
  expect(text.formatAction('printers.modelsupply.removed')).toBe('removed supply of a printer model');
  expect(text.formatAction('other_plugin.odd-thing.put-away')).toBe('put away odd thing');
  expect(text.formatAction('odd')).toBe('odd');
});

test('formatEntity describes an unnamed entity by type and ID, or several by their plural', () => {
  expect(text.formatEntity('bootstraptoken', 7)).toBe('bootstrap token 7');
  expect(text.formatEntity('endpointcommand', null)).toBe('several PCs');
  const demo = ['load.started', 'load.finished', 'load.failed', 'removal.finished'].map(
    (action) => `${text.formatAction(`demo.${action}`)} ${text.formatEntity('demo', null)}`,
  );
  expect(demo).toEqual([
    'started to load demo data',
    'loaded demo data',
    'failed to load demo data',
    'removed demo data',
  ]);
  const alert = `${text.formatAction('printers.supply.alerted')} ${text.formatEntity('supplyalert', null)}`;
  expect(alert).toBe('updated the alerts about low printer supplies');
  expect(text.formatPlural('endpointcommand', 7)).toBe(null);
});

test('formatAction describes what the appliance does by itself without the keys of the API', () => {
  const actions = {
    'demo.load.started': 'started to load',
    'demo.removal.finished': 'removed',
    'endpoints.command.forgotten': 'deleted old commands',
    'measuringtools.reference.seeded': 'created the reference data',
    'platform.setting.sealed': 'encrypted setting',
    'printedparts.part.taken': 'took printed part',
    'printers.supply.alerted': 'updated the alerts about',
    'search.index.refreshed': 'rebuilt the search index',
    'securesend.secret.redeemed': 'opened secret',
    'stocktake.stocktake.unscanned': 'removed a scan from stocktake',
    'usb.reference.seeded': 'created the reference data',
    'viewalerts.viewalert.updated': 'changed alert of a saved view',
  };
  const labels = Object.keys(actions).map((action) => [action, text.formatAction(action)]);
  expect(Object.fromEntries(labels)).toEqual(actions);
});

test('each register is called by its title in the audit log', () => {
  const registers = plugins.flatMap(({ registers = [] }) => registers);
  expect(registers.length).toBeGreaterThan(20);
  // Other registers have a noun "report" too, and a supply is named with its printer model.
  const exceptions = ['enforce.report', 'printers.modelsupply'];
  const others = registers.filter(({ audit, one }) => {
    const noun = text.formatAction(`${audit}.created`).replace('created ', '');
    return !exceptions.includes(audit) && noun.toLowerCase() !== one.toLowerCase();
  });
  expect(others.map(({ audit, one }) => [audit, one])).toEqual([]);
});
