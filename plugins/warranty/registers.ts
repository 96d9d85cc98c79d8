import { and, eq, gt, gte, isNull, lt, lte, or } from 'drizzle-orm';
import { assets } from '../../src/features/catalog/tables.ts';
import { addDays } from '../../src/kit/clock.ts';
import { type SQL, sql } from '../../src/kit/data/sql-text.ts';
import { invalid } from '../../src/kit/errors.ts';
import { createAmountSchema } from '../../src/kit/resource/amount.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import { date, integer, longtext, number, ref, text } from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import { defineLedger } from '../../src/kit/resource/ledger.ts';
import { idsIn } from '../../src/kit/resource/parts.ts';
import { coverageOf, EXPIRING_DAYS } from './coverage.ts';
import { COVERAGES, type WarrantyCoverage } from './coverage-labels.ts';
import { coversAssetInUse } from './covers-asset-in-use.ts';
import * as tables from './tables.ts';

const edit = { can: 'warranty.edit' };
const { startdate, enddate } = tables.warranties;

/** The SQL equivalent of `coverageOf`, for lists. */
function inCoverage(coverage: WarrantyCoverage, today: string): SQL {
  const soon = addDays(today, EXPIRING_DAYS);
  const begun = or(isNull(startdate), lte(startdate, today))!;
  switch (coverage) {
    case 'expired':
      return lt(enddate, today);
    case 'notstarted':
      return and(gt(startdate, today), or(isNull(enddate), gte(enddate, today)))!;
    case 'expiring':
      return and(begun, gte(enddate, today), lte(enddate, soon))!;
    case 'covered':
      return and(begun, or(isNull(enddate), gt(enddate, soon)))!;
  }
}

export const warranties = defineRegister(tables.warranties, {
  path: '/warranty',
  label: 'warrantyname',
  many: 'Warranties',
  one: 'Warranty',
  icon: 'shield-check',
  about: 'Warranties and service contracts with end dates, covered assets and documents.',
  audit: 'warranty.warranty',
  remove: 'soft',
  can: { read: 'optional', create: edit, edit, delete: edit },
  sort: 'enddate',
  searchKind: 'warranty',
  columns: {
    warrantyname: text({ title: 'Warranty', search: true, sort: true }),
    vendorid: ref('vendors', { title: 'Vendor', sort: true, filter: ['vendorid', 'vendor_id'] }),
    servicelevel: text({ title: 'Service level', list: 'hidden' }),
    contractnumber: text({
      title: 'Contract number',
      search: true,
      sort: true,
      filter: ['contractnumber'],
    }),
    startdate: date({ title: 'From', sort: true, section: 'Term', list: 'hidden' }),
    enddate: date({
      title: 'Until',
      sort: true,
      section: 'Term',
      help: 'The last day. Leave empty for no end date.',
    }),
    cost: number({
      title: 'Cost',
      sort: true,
      schema: createAmountSchema('Cost'),
      section: 'Term',
      list: 'hidden',
    }),
    notes: longtext({ title: 'Notes', section: 'Notes', list: 'never' }),
  },
  parts: {
    assetids: idsIn(tables.warrantyassets, {
      of: tables.warranties,
      by: 'warrantyid',
      to: 'assetid',
      ref: { table: assets, one: 'asset' },
      title: 'Assets covered',
      list: 'never',
      section: 'Covered assets',
      drawn: 'asset-ids',
    }),
  },
  computed: {
    coverage: computed.choice(COVERAGES, {
      title: 'Coverage',
      state: true,
      section: 'Term',
      compute: (record, { today }) => coverageOf(record as { startdate: string; enddate: string }, today),
    }),
    assetcount: computed.integer({
      title: 'Assets',
      from: sql`(SELECT count(*) FROM ${tables.warrantyassets} WHERE ${tables.warrantyassets.warrantyid} = ${tables.warranties.warrantyid})`,
    }),
  },
  filters: {
    coverage: filter.choice(COVERAGES, {
      title: 'Coverage',
      when: (coverage, { today }) => inCoverage(coverage, today),
    }),
    torenew: filter.boolean({
      title: 'Renewal due',
      when: (on, { today }) => {
        const due = and(inCoverage('expiring', today), coversAssetInUse)!;
        return on ? due : sql`NOT coalesce((${due}), 0)`;
      },
    }),
    endsby: filter.date({ title: 'Ends by', when: (day) => lte(enddate, day) }),
    assetid: filter.integer({
      title: 'Asset',
      offered: false,
      when: (assetid) =>
        sql`${tables.warranties.warrantyid} IN (SELECT ${tables.warrantyassets.warrantyid} FROM ${tables.warrantyassets} WHERE ${eq(tables.warrantyassets.assetid, assetid)})`,
    }),
  },
  check: (_tx, input, before) => {
    const { startdate: from, enddate: until } = { ...before, ...input } as Record<string, string | null>;
    if (from && until && until < from)
      throw invalid('enddate', 'The end date cannot be before the start date.');
  },
});

export const proofLedger = defineLedger(tables.warrantyproofs, {
  of: warranties,
  by: 'warrantyid',
  name: 'proofs',
  one: 'Proof',
  many: 'Documents',
  icon: 'certificate',
  about: 'Documents of the warranty: invoices, certificates, contracts.',
  sort: 'originalname',
  columns: {
    originalname: text({ title: 'File', writable: 'never', sort: true }),
    filename: text({ title: 'Stored as', writable: 'never', list: 'hidden' }),
    mediatype: text({ title: 'Type', writable: 'never', list: 'hidden' }),
    size: integer({ title: 'Size', unit: 'bytes', writable: 'never' }),
  },
});
