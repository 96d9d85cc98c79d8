import { and, isNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { catalogPermissions } from '../../src/features/catalog/index.ts';
import { foreignPermission } from '../../src/kit/contributions.ts';
import { sql } from '../../src/kit/data/sql-text.ts';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import type { Host } from '../../src/kit/host.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import { boolean, choice, json, longtext, ref, text, timestamp } from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import { defineLedger, type Ledger } from '../../src/kit/resource/ledger.ts';
import { verb } from '../../src/kit/verbs/verb.ts';
import { FINISH_RESULTS, ITEM_STATES, type ItemState, type SeenState, STOCKTAKE_STATES } from './labels.ts';
import { refuseEnded } from './open.ts';
import * as tables from './tables.ts';

const { stocktakes: table, stocktakeitems: items } = tables;
const run = 'stocktake.run';
const start = { can: run };
/** Read access for users who may view assets, and for users who may run stocktakes. */
const read = { can: [run, foreignPermission(catalogPermissions, 'assets.view')] };

const countOf = (title: string, seen: SeenState, help?: string) =>
  computed.integer({
    title,
    help,
    from: sql`(SELECT count(*) FROM ${items} WHERE ${items.stocktakeid} = ${table.stocktakeid} AND ${items.seen} = ${sql.raw(`'${seen}'`)})`,
  });

function cancel(host: Host, context: WriteContext, stocktakeid: number): void {
  host.db.transact(context, 'stocktake.stocktake.cancelled', (tx) => {
    refuseEnded(tx.must(table, stocktakeid, 'Stocktake'));
    tx.update(table, stocktakeid, {
      state: 'cancelled',
      finisheddate: tx.at,
      finishedby: context.actor.name,
    });
    tx.audit({ entitytype: 'stocktake', entityid: stocktakeid });
  });
}

export const stocktakes = defineRegister(table, {
  path: '/stocktakes',
  label: 'title',
  one: 'Stocktake',
  many: 'Stocktakes',
  icon: 'clipboard-list',
  about: 'Checks of locations with a phone: found, missing and unexpected assets.',
  audit: 'stocktake.stocktake',
  remove: 'hard',
  without: ['edit', 'delete'],
  handmade: ['create'],
  can: { read, create: start, edit: start, delete: start },
  sort: 'createddate',
  newestFirst: true,
  columns: {
    title: text({ title: 'Stocktake', writable: 'never', search: true, sort: true }),
    locationid: ref('locations', {
      title: 'Location',
      writable: 'once',
      filter: ['locationid', 'location_id'],
      subtree: true,
      help: 'Includes all locations within it.',
    }),
    assettypeids: json({
      title: 'Asset types',
      writable: 'once',
      list: 'never',
      elsewhere: true,
      schema: z
        .array(z.int().positive())
        .min(1, 'Enter at least one asset type, or leave this out.')
        .max(100)
        .nullable(),
      help: 'Ids of asset types. Leave empty for all types.',
    }),
    note: longtext({ title: 'Note', writable: 'once', search: true }),
    state: choice(STOCKTAKE_STATES, { title: 'State', state: true, writable: 'never', filter: ['state'] }),
    startedby: text({ title: 'Started by', writable: 'never', personal: true }),
    finisheddate: timestamp({ title: 'Ended', writable: 'never', sort: true, list: 'hidden' }),
    finishedby: text({ title: 'Ended by', writable: 'never', personal: true, list: 'hidden' }),
    moved: boolean({ title: 'Unexpected assets moved', writable: 'never', list: 'hidden' }),
    missingstatusid: ref('assetstatuses', {
      title: 'Status of missing assets',
      display: 'missingstatus',
      writable: 'never',
      list: 'hidden',
    }),
  },
  computed: {
    expected: computed.integer({
      title: 'Expected',
      help: 'Active assets in the location at the start.',
      from: sql`(SELECT count(*) FROM ${items} WHERE ${items.stocktakeid} = ${table.stocktakeid} AND ${items.seen} IN ('expected', 'found'))`,
    }),
    found: countOf('Found', 'found'),
    missing: countOf('Missing', 'expected', 'Not seen so far, or not seen by the end.'),
    unexpected: countOf('Unexpected', 'unexpected'),
    unknown: countOf('Unknown codes', 'unknown'),
  },
  filters: {
    startedbefore: filter.date({ title: 'Started before', when: (day) => lt(table.createddate, day) }),
  },
  verbs: {
    cancel: verb({ title: 'Cancel', icon: 'lock', needs: run, when: { state: 'open' }, run: cancel }),
  },
});

const isSeen = (seen: SeenState) => sql`${items.seen} = ${sql.raw(`'${seen}'`)}`;
const COUNT_BY_STATE: Record<ItemState, ReturnType<typeof sql>> = {
  expected: and(isSeen('expected'), isNull(items.settled))!,
  found: isSeen('found'),
  missing: and(isSeen('expected'), sql`${items.settled} IS NOT NULL`)!,
  unexpected: isSeen('unexpected'),
  unknown: isSeen('unknown'),
};

const ofAsset = (what: string) =>
  sql`(SELECT ${sql.raw(what)} FROM assets JOIN assettypes USING (assettypeid) WHERE assets.assetid = ${items.assetid})`;

const ledger = defineLedger(items, {
  of: stocktakes,
  by: 'stocktakeid',
  name: 'items',
  one: 'Item',
  many: 'Items',
  icon: 'box',
  about: 'Expected assets, other assets that were found, and unknown codes.',
  sort: 'seenat',
  internal: ['seen'],
  columns: {
    assetid: ref('assets', { title: 'Asset', filter: ['assetid'] }),
    code: text({ title: 'Code' }),
    location: text({ title: 'Registered location', sort: true, help: 'At the time of the stocktake.' }),
    seenat: timestamp({ title: 'Seen', sort: true }),
    seenby: text({ title: 'Seen by', personal: true }),
    settled: choice(FINISH_RESULTS, { title: 'Result', list: 'never' }),
    statusid: ref('assetstatuses', { title: 'Status to set', list: 'never' }),
    note: longtext({ title: 'Note' }),
  },
  computed: {
    state: computed.choice(ITEM_STATES, {
      title: 'State',
      state: true,
      from: sql`CASE WHEN ${items.seen} = 'expected' AND ${items.settled} IS NOT NULL THEN 'missing' ELSE ${items.seen} END`,
    }),
    name: computed.text({ title: 'Name', from: ofAsset('assets.name') }),
    assettype: computed.text({ title: 'Type', from: ofAsset('assettypes.assettype') }),
  },
  filters: {
    state: filter.choice(ITEM_STATES, { title: 'State', when: (state) => COUNT_BY_STATE[state] }),
  },
});

/**
 * The ledger of items. Its rows follow the scans until the stocktake ends, so the invariant for unchanging
 * rows is removed.
 */
export const itemLedger: Ledger = { ...ledger, invariants: [] };
