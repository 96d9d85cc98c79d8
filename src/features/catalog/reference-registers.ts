import { computed } from '../../kit/resource/computed.ts';
import { defineRegister } from '../../kit/resource/define.ts';
import {
  boolean,
  choice,
  color,
  date,
  email,
  icon,
  integer,
  longtext,
  number,
  ref,
  text,
  url,
} from '../../kit/resource/fields.ts';
import { verb } from '../../kit/verbs/verb.ts';
import { openRead } from './access.ts';
import { linkTemplate } from './link-template.ts';
import { returnToVendorDate } from './support-dates/support-date-rule.ts';
import { mapSupportDates } from './support-dates/vendor-dates.ts';
import * as tables from './tables.ts';

const can = openRead('assets');
const description = longtext({ title: 'Description', list: 'hidden' });

export const assetTypeRegister = defineRegister(tables.assettypes, {
  path: '/assets/types',
  label: 'assettype',
  many: 'Asset types',
  one: 'Asset type',
  icon: 'category',
  about: 'Types of assets in the plant. Plugins add their own types; add others here.',
  audit: 'catalog.assettype',
  remove: 'soft',
  can,
  sort: 'assettype',
  without: ['delete'],
  columns: {
    assettype: text({
      title: 'Asset type',
      writable: 'once',
      search: true,
      sort: true,
    }),
    pluginname: text({ title: 'Plugin', search: false, writable: 'once', list: 'hidden' }),
    tablename: text({ title: 'Table', search: false, writable: 'once', list: 'hidden' }),
    description: longtext({ title: 'Description' }),
    icon: icon({ title: 'Icon', max: 64 }),
    color: color({ title: 'Color', max: 32 }),
  },
});

export const assetStatusRegister = defineRegister(tables.assetstatuses, {
  path: '/assets/statuses',
  label: 'status',
  many: 'Asset statuses',
  one: 'Asset status',
  icon: 'progress-check',
  about: 'Life cycle of assets: in use, in stock, in repair.',
  audit: 'catalog.assetstatus',
  remove: 'hard',
  merges: true,
  can,
  sort: 'statusid',
  columns: {
    status: text({ title: 'Status', search: true, sort: true }),
    description: longtext({ title: 'Description' }),
    color: color({ title: 'Color', max: 32 }),
    isretired: boolean({
      title: 'No longer used',
      default: false,
      help: 'Assets with this status have no due dates for calibration, backup or warranty.',
    }),
  },
});

export const locationRegister = defineRegister(tables.locations, {
  path: '/locations',
  searchKind: 'location',
  label: 'location',
  many: 'Locations',
  one: 'Location',
  icon: 'map-pin',
  about: 'Buildings, halls, rooms and cells as a tree.',
  audit: 'catalog.location',
  remove: 'hard',
  merges: true,
  can,
  labelType: 'location',
  sort: 'location',
  bound: { most: 20_000 },
  columns: {
    location: text({ title: 'Location', search: true, sort: true }),
    description,
    parentlocationid: ref('locations', { title: 'Within', filter: ['parentlocationid'] }),
    levelid: ref('maplevels', { title: 'Level', list: 'hidden', section: 'Floor plan' }),
    mapx: number({ title: 'X on floor plan', list: 'never', elsewhere: true, section: 'Floor plan' }),
    mapy: number({ title: 'Y on floor plan', list: 'never', elsewhere: true, section: 'Floor plan' }),
  },
});

export const businessUnitRegister = defineRegister(tables.businessunits, {
  path: '/businessunits',
  searchKind: 'businessunit',
  label: 'businessunit',
  many: 'Business units',
  one: 'Business unit',
  icon: 'building',
  about: 'Owners of assets: departments, lines, cost centers.',
  audit: 'catalog.businessunit',
  remove: 'hard',
  merges: true,
  can,
  sort: 'businessunit',
  bound: { most: 5000 },
  columns: {
    businessunit: text({ title: 'Business unit', search: true, sort: true }),
    code: text({ title: 'Code', search: true, sort: true }),
    description,
    parentbusinessunitid: ref('businessunits', { title: 'Part of', filter: ['parentbusinessunitid'] }),
  },
});

export const vendorRegister = defineRegister(tables.vendors, {
  path: '/vendors',
  searchKind: 'vendor',
  label: 'vendor',
  many: 'Vendors',
  one: 'Vendor',
  icon: 'building-factory-2',
  about: 'Manufacturers and suppliers with their support contacts.',
  audit: 'catalog.vendor',
  remove: 'hard',
  merges: true,
  can,
  sort: 'vendor',
  columns: {
    vendor: text({ title: 'Vendor', search: true, sort: true }),
    description,
    website: url({ title: 'Website' }),
    supportphone: text({ title: 'Support phone' }),
    supportemail: email({ title: 'Support email' }),
  },
});

export const modelRegister = defineRegister(tables.models, {
  path: '/models',
  searchKind: 'model',
  label: 'modelnumber',
  many: 'Models',
  one: 'Model',
  icon: 'versions',
  about: 'Models with the model number of the vendor.',
  audit: 'catalog.model',
  remove: 'hard',
  merges: true,
  can,
  sort: 'modelnumber',
  uniqueTogether: { fields: ['modelnumber', 'vendorid'], names: 'modelnumber' },
  pictured: true,
  columns: {
    modelnumber: text({ title: 'Model number', search: true, sort: true }),
    vendorid: ref('vendors', { title: 'Vendor', filter: ['vendorid', 'vendor_id'] }),
    assettypeid: ref('assettypes', { title: 'Asset type', filter: ['assettypeid', 'typeid', 'type_id'] }),
    description,
    documentationurl: url({ title: 'Documentation', list: 'hidden' }),
    imagefilename: text({ title: 'Photo', search: false, writable: 'never', list: 'never' }),
  },
});

export const operatingSystemRegister = defineRegister(tables.operatingsystems, {
  path: '/operatingsystems',
  searchKind: 'operatingsystem',
  label: 'osname',
  many: 'Operating systems',
  one: 'Operating system',
  icon: 'brand-windows',
  about: 'Names and versions of operating systems from agents.',
  audit: 'catalog.operatingsystem',
  remove: 'hard',
  merges: true,
  can,
  sort: 'osname',
  uniqueTogether: { fields: ['osname', 'osversion'], names: 'osname' },
  columns: {
    osname: text({ title: 'Name', search: true, sort: true }),
    osversion: text({ title: 'Version', search: true, sort: true }),
    endofsupport: date({
      title: 'Supported until',
      help: 'After this date, the dashboard warns about its computers. A date that you enter or clear stays.',
    }),
    endofsupportsource: choice(
      { vendor: 'Vendor', manual: 'Entered by hand' },
      {
        title: 'Support date from',
        help: 'Vendor: the public lifecycle dates that ship with the product.',
        writable: 'never',
        list: 'hidden',
      },
    ),
  },
  computed: {
    vendorendofsupport: computed.date({
      title: 'Vendor date',
      help: 'From the public lifecycle dates that ship with the product.',
      list: 'hidden',
      few: true,
      read: (reader, ids) => mapSupportDates(reader, ids, ({ until }) => until),
    }),
    vendorsource: computed.url({
      title: 'Vendor source',
      help: 'The page of the vendor with this date.',
      list: 'hidden',
      few: true,
      read: (reader, ids) => mapSupportDates(reader, ids, ({ source }) => source),
    }),
  },
  verbs: {
    vendordate: verb({
      title: 'Use vendor date',
      icon: 'refresh',
      needs: 'assets.edit',
      when: { endofsupportsource: 'manual' },
      run: returnToVendorDate,
    }),
  },
});

export const protocolRegister = defineRegister(tables.protocols, {
  path: '/protocols',
  label: 'protocol',
  many: 'Access protocols',
  one: 'Access protocol',
  icon: 'plug-connected',
  about: 'Remote access protocols such as VNC or RDP, with the link that opens them.',
  audit: 'catalog.protocol',
  remove: 'hard',
  merges: true,
  can,
  sort: 'protocol',
  columns: {
    protocol: text({ title: 'Protocol', search: true, sort: true }),
    defaultport: integer({ title: 'Default port', min: 1, max: 65_535 }),
    urltemplate: text({
      title: 'Link template',
      help: 'For example vnc://{host}:{port}',
      max: 1024,
      schema: linkTemplate,
    }),
  },
});

/** Map levels have routes of their own. This register only provides their names for references. */
export const mapLevelRegister = defineRegister(tables.maplevels, {
  path: '/maplevels',
  label: 'level',
  many: 'Levels',
  one: 'Level',
  icon: 'stack-2',
  about: 'Floors of buildings with their floor plans.',
  audit: 'map.level',
  remove: 'hard',
  can,
  sort: 'level',
  unlisted: true,
  internal: ['buildingid', 'sortorder', 'width', 'height'],
  columns: { level: text({ title: 'Level', sort: true }) },
});
