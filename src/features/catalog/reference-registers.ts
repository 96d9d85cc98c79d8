import { registerOf } from '../../kit/resource/define.ts';
import { color, email, icon, integer, longtext, number, ref, text, url } from '../../kit/resource/fields.ts';
import { openRead } from './access.ts';
import * as tables from './tables.ts';

const can = openRead('assets');
const description = longtext({ title: 'Description', list: 'hidden' });

export const assettypes = registerOf(tables.assettypes, {
  name: 'assettypes',
  path: '/assets/types',
  label: 'assettype',
  title: 'Asset types',
  titleone: 'Asset type',
  icon: 'category',
  description: 'What kinds of things the plant has. Plugins bring their own; add others here.',
  audit: 'catalog.assettype',
  remove: 'soft',
  can,
  defaultsort: 'assettype',
  without: ['delete'],
  fields: {
    assettype: text({
      title: 'Asset type',
      createonly: true,
      search: true,
      sort: true,
    }),
    pluginname: text({ title: 'Plugin', createonly: true, list: 'hidden' }),
    tablename: text({ title: 'Table', createonly: true, list: 'hidden' }),
    description: longtext({ title: 'Description' }),
    icon: icon({ title: 'Icon', max: 64 }),
    color: color({ title: 'Colour', max: 32 }),
  },
});

export const assetstatuses = registerOf(tables.assetstatuses, {
  name: 'assetstatuses',
  path: '/assets/statuses',
  label: 'status',
  title: 'Asset statuses',
  titleone: 'Asset status',
  icon: 'progress-check',
  description: 'Where an asset is in its life: in use, in stock, in repair.',
  audit: 'catalog.assetstatus',
  remove: 'hard',
  activatable: true,
  can,
  defaultsort: 'statusid',
  sorts: { statusid: 't.statusid' },
  fields: {
    status: text({ title: 'Status', search: true, sort: true }),
    description: longtext({ title: 'Description' }),
    color: color({ title: 'Colour', max: 32 }),
  },
});

export const locations = registerOf(tables.locations, {
  name: 'locations',
  path: '/locations',
  label: 'location',
  title: 'Locations',
  titleone: 'Location',
  icon: 'map-pin',
  description: 'Buildings, halls, rooms and cells, one inside the other.',
  audit: 'catalog.location',
  remove: 'hard',
  can,
  defaultsort: 'location',
  fields: {
    location: text({ title: 'Location', search: true, sort: true }),
    description,
    parentlocationid: ref('locations', { title: 'Within', filter: ['parentlocationid'] }),
    levelid: ref('maplevels', { title: 'Map level', list: 'hidden', section: 'Map' }),
    mapx: number({ title: 'Map x', list: 'never', section: 'Map' }),
    mapy: number({ title: 'Map y', list: 'never', section: 'Map' }),
  },
});

export const businessunits = registerOf(tables.businessunits, {
  name: 'businessunits',
  path: '/businessunits',
  label: 'businessunit',
  title: 'Business units',
  titleone: 'Business unit',
  icon: 'building',
  description: 'Who owns and pays: departments, lines, cost centres.',
  audit: 'catalog.businessunit',
  remove: 'hard',
  can,
  defaultsort: 'businessunit',
  fields: {
    businessunit: text({ title: 'Business unit', search: true, sort: true }),
    code: text({ title: 'Code', search: true, sort: true }),
    description,
    parentbusinessunitid: ref('businessunits', { title: 'Part of', filter: ['parentbusinessunitid'] }),
  },
});

export const vendors = registerOf(tables.vendors, {
  name: 'vendors',
  path: '/vendors',
  label: 'vendor',
  title: 'Vendors',
  titleone: 'Vendor',
  icon: 'building-factory-2',
  description: 'Makers and suppliers, with whom to call.',
  audit: 'catalog.vendor',
  remove: 'hard',
  can,
  defaultsort: 'vendor',
  fields: {
    vendor: text({ title: 'Vendor', search: true, sort: true }),
    description,
    website: url({ title: 'Website' }),
    supportphone: text({ title: 'Support phone' }),
    supportemail: email({ title: 'Support e-mail' }),
  },
});

export const models = registerOf(tables.models, {
  name: 'models',
  path: '/models',
  label: 'modelnumber',
  title: 'Models',
  titleone: 'Model',
  icon: 'versions',
  description: 'Model numbers as the vendor prints them.',
  audit: 'catalog.model',
  remove: 'hard',
  can,
  defaultsort: 'modelnumber',
  uniqueTogether: { fields: ['modelnumber', 'vendorid'], names: 'modelnumber' },
  fields: {
    modelnumber: text({ title: 'Model number', search: true, sort: true }),
    vendorid: ref('vendors', { title: 'Vendor', filter: ['vendorid', 'vendor_id'] }),
    assettypeid: ref('assettypes', { title: 'Asset type', filter: ['assettypeid', 'typeid', 'type_id'] }),
    description,
    documentationurl: url({ title: 'Documentation', list: 'hidden' }),
    imagefilename: text({ title: 'Picture', readonly: true, list: 'never' }),
  },
});

export const operatingsystems = registerOf(tables.operatingsystems, {
  name: 'operatingsystems',
  path: '/operatingsystems',
  label: 'osname',
  title: 'Operating systems',
  titleone: 'Operating system',
  icon: 'brand-windows',
  description: 'Names and versions as agents report them.',
  audit: 'catalog.operatingsystem',
  remove: 'hard',
  can,
  defaultsort: 'osname',
  uniqueTogether: { fields: ['osname', 'osversion'], names: 'osname' },
  fields: {
    osname: text({ title: 'Name', search: true, sort: true }),
    osversion: text({ title: 'Version', search: true, sort: true }),
  },
});

export const protocols = registerOf(tables.protocols, {
  name: 'protocols',
  path: '/protocols',
  label: 'protocol',
  title: 'Access protocols',
  titleone: 'Access protocol',
  icon: 'plug-connected',
  description: 'Ways to reach a computer, such as VNC or RDP, and the link that opens them.',
  audit: 'catalog.protocol',
  remove: 'hard',
  can,
  defaultsort: 'protocol',
  fields: {
    protocol: text({ title: 'Protocol', search: true, sort: true }),
    defaultport: integer({ title: 'Default port', min: 1, max: 65_535 }),
    urltemplate: text({ title: 'Link template', help: 'For example vnc://{host}:{port}', max: 1024 }),
  },
});

/** Levels have routes of their own; as a register they only lend their names to references. */
export const maplevels = registerOf(tables.maplevels, {
  name: 'maplevels',
  path: '/maplevels',
  label: 'level',
  title: 'Map levels',
  titleone: 'Map level',
  icon: 'stack-2',
  description: 'Floors of the buildings.',
  audit: 'map.level',
  remove: 'hard',
  can,
  defaultsort: 'level',
  referenceonly: true,
  fields: { level: text({ title: 'Level', sort: true }) },
});
