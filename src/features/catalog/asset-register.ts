import { isNotNull, isNull } from 'drizzle-orm';
import { isNamed } from '../../kit/data/same-name.ts';
import { sql } from '../../kit/data/sql-text.ts';
import { createAmountSchema } from '../../kit/resource/amount.ts';
import { computed } from '../../kit/resource/computed.ts';
import { defineRegister } from '../../kit/resource/define.ts';
import { date, longtext, number, ref, text, timestamp } from '../../kit/resource/fields.ts';
import { filter } from '../../kit/resource/filters.ts';
import { openRead } from './access.ts';
import { inUseFilter } from './in-use.ts';
import * as tables from './tables.ts';

/** All assets of the plant. Fields that only one asset type has are in the table of its plugin. */
export const assetRegister = defineRegister(tables.assets, {
  path: '/assets',
  label: 'assetnumber',
  many: 'All assets',
  one: 'Asset',
  icon: 'box',
  about:
    'All machines, computers, printers, devices and tools of the plant. Add assets manually, by import or through agents.',
  audit: 'catalog.asset',
  handmade: ['list', 'get'],
  remove: 'soft',
  can: openRead('assets'),
  sort: 'assetnumber',
  defaultColumns: [
    'assetnumber',
    'name',
    'assettypeid',
    'statusid',
    'locationid',
    'modelnumberid',
    'serialnumber',
  ],
  searchKind: 'asset',
  labelType: 'asset',
  counted: 'SELECT coalesce(sum(n), 0) FROM assettallies',
  columns: {
    assetnumber: text({ title: 'Asset number', search: true, sort: true }),
    assettypeid: ref('assettypes', {
      title: 'Type',
      sort: true,
      filter: ['typeid', 'type_id', 'assettypeid'],
    }),
    name: text({ title: 'Name', search: true, sort: true }),
    serialnumber: text({ title: 'Serial number', search: true }),
    statusid: ref('assetstatuses', {
      title: 'Status',
      sort: true,
      state: true,
      default: 1,
      filter: ['statusid', 'status_id'],
    }),
    locationid: ref('locations', {
      title: 'Location',
      sort: true,
      filter: ['locationid', 'location_id'],
      subtree: true,
      section: 'Location',
    }),
    businessunitid: ref('businessunits', {
      title: 'Business unit',
      filter: ['businessunitid', 'businessunit_id', 'business_unit_id'],
      subtree: true,
      section: 'Location',
      list: 'hidden',
    }),
    vendorid: ref('vendors', {
      title: 'Vendor',
      sort: true,
      filter: ['vendorid', 'vendor_id'],
      section: 'Manufacturer and model',
      list: 'hidden',
    }),
    modelnumberid: ref('models', {
      title: 'Model',
      filter: ['modelnumberid'],
      section: 'Manufacturer and model',
      list: 'hidden',
    }),
    levelid: ref('maplevels', { title: 'Level', section: 'Location', list: 'hidden' }),
    mapx: number({
      title: 'X on floor plan',
      section: 'Location',
      list: 'never',
      elsewhere: true,
      help: 'Pixels from the left edge of the floor plan.',
    }),
    mapy: number({
      title: 'Y on floor plan',
      section: 'Location',
      list: 'never',
      elsewhere: true,
      help: 'Pixels from the top edge of the floor plan.',
    }),
    mapverifiedat: timestamp({
      title: 'Position verified',
      section: 'Location',
      list: 'hidden',
      reported: true,
    }),
    supplierid: ref('vendors', {
      title: 'Supplier',
      filter: ['supplierid', 'supplier_id'],
      personal: true,
      section: 'Purchase',
      list: 'hidden',
    }),
    ordernumber: text({
      title: 'Order number',
      personal: true,
      section: 'Purchase',
      list: 'hidden',
    }),
    purchasedate: date({
      title: 'Purchase date',
      sort: true,
      personal: true,
      section: 'Purchase',
      list: 'hidden',
    }),
    purchasecost: number({
      title: 'Purchase cost',
      sort: true,
      schema: createAmountSchema('Purchase cost'),
      searchKeys: ['cost'],
      personal: true,
      section: 'Purchase',
      list: 'hidden',
      help: 'In the currency of the plant, without a sign.',
    }),
    eoldate: date({
      title: 'End of life',
      sort: true,
      personal: true,
      section: 'Purchase',
      list: 'hidden',
      help: 'The date by which the asset should be replaced.',
    }),
    gaugelabreference: text({ title: 'Gauge lab reference', section: 'References', list: 'hidden' }),
    maintenancereference: text({ title: 'Maintenance reference', section: 'References', list: 'hidden' }),
    notes: longtext({ title: 'Notes', section: 'Notes', list: 'never' }),
  },
  computed: {
    mergedassetid: computed.integer({
      title: 'Merged into',
      help: 'ID of the asset that replaced this inactive one after a merge.',
      list: 'never',
      // The field is shown as a link in the note on a retired record.
      elsewhere: true,
      from: sql`CASE WHEN ${tables.assets.isactive} = 0 THEN (SELECT olderassetid FROM ${tables.assetcollisions} WHERE newerassetid = ${tables.assets.assetid} AND same = 1) END`,
    }),
  },
  filters: {
    inuse: inUseFilter,
    noplace: filter.boolean({
      title: 'Without a location',
      when: (on) => (on ? isNull : isNotNull)(tables.assets.locationid),
    }),
    sameserial: filter.boolean({
      title: 'Duplicate serial number',
      when: (on) => {
        const { serialnumber, isactive } = tables.assets;
        const twice = sql`(SELECT serialnumber FROM assets WHERE serialnumber IS NOT NULL AND isactive = 1 GROUP BY serialnumber HAVING count(*) > 1)`;
        return on
          ? sql`${serialnumber} IN ${twice} AND ${isactive} = 1`
          : sql`${serialnumber} IS NULL OR ${serialnumber} NOT IN ${twice}`;
      },
    }),
    type: filter.text({
      title: 'Type name',
      offered: false,
      when: (text) =>
        sql`${tables.assets.assettypeid} IN (SELECT assettypeid FROM ${tables.assettypes} WHERE ${isNamed(tables.assettypes.assettype, text)})`,
    }),
  },
});
