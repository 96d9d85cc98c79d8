import {
  canonicalizeAssetAddress,
  inUseFilter,
  listCommunicationsOfAssets,
  openRead,
  setPrimary,
} from '../../src/features/catalog/index.ts';
import {
  assets,
  communications,
  relationships,
  relationshiptypes,
} from '../../src/features/catalog/tables.ts';
import { isNamed } from '../../src/kit/data/same-name.ts';
import { sql } from '../../src/kit/data/sql-text.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import {
  boolean,
  choice,
  color,
  icon,
  integer,
  longtext,
  type ReadMany,
  ref,
  secret,
  text,
} from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import { valueIn } from '../../src/kit/resource/parts.ts';
import { CAPACITY_TIERS, SUPPLY_COLORS, SUPPLY_TYPES } from './choices.ts';
import { refuseDevicePaths } from './device-paths.ts';
import { assetsOfPrinters, driversOfPrinters } from './queries.ts';
import * as tables from './tables.ts';

const can = openRead('printers');

export const printertypes = defineRegister(tables.printertypes, {
  path: '/printers/types',
  label: 'printertype',
  many: 'Printer types',
  one: 'Printer type',
  icon: 'printer',
  about: 'Types of printers: laser, multifunction, label.',
  audit: 'printers.printertype',
  remove: 'hard',
  merges: true,
  can,
  sort: 'printertype',
  // Creation has a route of its own, which reactivates a retired type with the same name instead of a 409.
  handmade: ['create'],
  columns: {
    printertype: text({ title: 'Printer type', search: true, sort: true }),
    description: longtext({ title: 'Description' }),
    icon: icon({ title: 'Icon', max: 64 }),
    color: color({ title: 'Color', max: 32 }),
  },
});

/** Maximum supplies of one model, because the list is not paged. */
export const MAX_SUPPLIES = 500;

export const drivers = defineRegister(tables.printerdrivers, {
  path: '/printers/drivers',
  label: 'name',
  many: 'Printer drivers',
  one: 'Printer driver',
  icon: 'package',
  about: 'Printer drivers with their name, path and printer model.',
  audit: 'printers.driver',
  remove: 'hard',
  can,
  sort: 'name',
  unpaged: true,
  bound: { most: 5000 },
  columns: {
    name: text({ title: 'Driver', help: 'The driver name in Windows.', search: true, sort: true }),
    location: text({
      title: 'Path',
      help: 'The folder or INF file of the driver.',
      max: 1024,
    }),
    modelnumberid: ref('models', { title: 'Printer model', filter: ['modelnumberid'] }),
    description: longtext({ title: 'Description', list: 'hidden' }),
  },
  check: refuseDevicePaths('location'),
});

/** The list and create routes are below the models. The kit provides only the routes of one record. */
export const modelsupplies = defineRegister(tables.modelsupplies, {
  path: '/printers/supplies',
  label: 'partnumber',
  many: 'Model supplies',
  one: 'Model supply',
  icon: 'droplet',
  about: 'Supplies to order for a model.',
  audit: 'printers.modelsupply',
  remove: 'hard',
  can,
  sort: 'partnumber',
  unlisted: true,
  handmade: ['list', 'create'],
  bound: { most: MAX_SUPPLIES, per: { column: 'modelnumberid', one: 'model' } },
  uniqueTogether: { fields: ['modelnumberid', 'partnumber'], names: 'partnumber' },
  columns: {
    modelnumberid: ref('models', { title: 'Model', writable: 'never', filter: ['modelnumberid'] }),
    partnumber: text({ title: 'Part number', sort: true }),
    supplytype: choice(SUPPLY_TYPES, { title: 'Supply', default: 'toner' }),
    color: choice(SUPPLY_COLORS, { title: 'Color', default: 'none' }),
    capacitytier: choice(CAPACITY_TIERS, { title: 'Capacity', default: 'standard' }),
    marketingname: text({ title: 'Marketing name' }),
    pageyield: integer({ title: 'Yield', unit: 'pages', min: 0, max: 100_000_000 }),
    notes: longtext({ title: 'Notes' }),
  },
});

/** Reads the addresses of printers from their assets. */
const addresses: ReadMany = (reader, ids) => {
  const owners = assetsOfPrinters.all(reader, { ids: JSON.stringify(ids) });
  const lists = listCommunicationsOfAssets(
    reader,
    owners.map(({ assetid }) => assetid),
  );
  return new Map(owners.map(({ printerid, assetid }) => [printerid, lists.get(assetid) ?? []]));
};

const fittingDrivers: ReadMany = (reader, ids) => {
  const rows = driversOfPrinters.all(reader, { ids: JSON.stringify(ids) });
  const lists = Map.groupBy(rows, ({ printerid }) => printerid);
  return new Map(
    [...lists].map(([printerid, list]) => [printerid, list.map(({ printerid: _of, ...driver }) => driver)]),
  );
};

const { printers: table } = tables;
const ipOf = sql`(SELECT address FROM ${communications} WHERE assetid = ${table.assetid} AND commtype = 'ip' AND isprimary = 1)`;

export const printers = defineRegister(table, {
  path: '/printers',
  label: 'hostname',
  many: 'Printers',
  one: 'Printer',
  icon: 'printer',
  about: 'Printers and copiers with their users and supplies. Inventories add them too.',
  audit: 'printers.printer',
  remove: 'soft',
  can,
  sort: 'hostname',
  defaultColumns: [
    'hostname',
    'statusid',
    'locationid',
    'printertypeid',
    'ipaddress',
    'assetnumber',
    'serialnumber',
  ],
  labelType: 'printer',
  asset: { type: 'Printer' },
  columns: {
    hostname: text({ title: 'Host name', search: true, sort: true, section: 'Network' }),
    windowsname: text({
      title: 'Windows name',
      help: 'The name of the queue on PCs.',
      search: true,
      sort: true,
    }),
    printertypeid: ref('printertypes', {
      title: 'Printer type',
      filter: ['typeid', 'type_id', 'printertypeid'],
    }),
    iscolor: boolean({ title: 'Prints in color', default: false, filter: ['iscolor'], list: 'hidden' }),
    isduplex: boolean({ title: 'Prints on both sides', default: false, list: 'hidden' }),
    isnetwork: boolean({
      title: 'On the network',
      help: 'Turn this off for a printer that is connected to one PC by cable. It is then not offered to other PCs.',
      default: true,
      filter: ['isnetwork'],
      list: 'hidden',
      section: 'Network',
    }),
    sharename: text({ title: 'Share name', section: 'Network', list: 'hidden' }),
    installpath: text({
      title: 'Installed from',
      help: 'A shared queue such as \\\\server\\queue, or the path of an installer.',
      max: 1024,
      section: 'Network',
      list: 'hidden',
    }),
    iscsf: boolean({
      title: 'Print service',
      help: 'The print service manages this printer.',
      default: false,
      list: 'hidden',
    }),
    pin: secret({
      title: 'PIN',
      help: 'Visible only to users who may change printers.',
      max: 64,
      shownTo: 'printers.edit',
      list: 'never',
    }),
    firmware: text({ title: 'Firmware', writable: 'never', list: 'hidden', section: 'Reported' }),
  },
  parts: {
    ipaddress: valueIn(
      text({ title: 'IP address', section: 'Network', max: 64, ascii: true, personal: true }),
      {
        from: ipOf,
        check: (_tx, address, path) => void (address && canonicalizeAssetAddress('ip', address, path)),
        save: (tx, id, address) =>
          setPrimary(
            tx,
            tx.row(table, id)!.assetid,
            'ip',
            address && canonicalizeAssetAddress('ip', address, 'ipaddress'),
          ),
      },
    ),
  },
  computed: {
    pagecount: computed.integer({
      title: 'Pages printed',
      list: 'hidden',
      section: 'Reported',
      from: sql`(SELECT pagecount FROM ${tables.printerreadings} WHERE printerid = ${table.printerid})`,
    }),
    communications: computed.json({
      title: 'Addresses',
      section: 'Network',
      list: 'never',
      drawn: 'catalog.addresses',
      read: addresses,
      none: [],
      alone: true,
      personal: true,
    }),
    drivers: computed.json({
      title: 'Drivers of the model',
      list: 'never',
      read: fittingDrivers,
      none: [],
      alone: true,
    }),
  },
  filters: {
    assetnumber: filter.text({
      title: 'Asset number',
      offered: false,
      when: (number) => isNamed(assets.assetnumber, number),
    }),
    inuse: inUseFilter,
    lowsupplies: filter.boolean({
      title: 'Low on supplies',
      when: (on) => {
        const low = sql`(SELECT printerid FROM ${tables.supplyalerts})`;
        return on ? sql`${table.printerid} IN ${low}` : sql`${table.printerid} NOT IN ${low}`;
      },
    }),
    stillused: filter.boolean({
      title: 'Inactive but assigned',
      when: (on) => {
        const used = sql`${assets.isactive} = 0 AND EXISTS (SELECT 1 FROM ${relationships} r
          JOIN ${relationshiptypes} t ON t.relationshiptypeid = r.relationshiptypeid
          WHERE r.targetassetid = ${table.assetid} AND t.relationshiptype IN ('usesprinter', 'defaultprinter'))`;
        return on ? used : sql`NOT (${used})`;
      },
    }),
  },
  check: refuseDevicePaths('sharename', 'installpath'),
});
