import { sql } from '../../src/kit/data/sql-text.ts';
import { invalid } from '../../src/kit/errors.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import { choice, integer, longtext, ref, text, timestamp } from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import { defineLedger } from '../../src/kit/resource/ledger.ts';
import { verb } from '../../src/kit/verbs/verb.ts';
import { adjustStock, receiveStock } from './stock.ts';
import { STOCK_EVENTS } from './stock-events.ts';
import * as tables from './tables.ts';

const needs = 'printedparts.edit';
const MAX_QUANTITY = 1_000_000;
const { quantityonhand, lowstockthreshold } = tables.items;

/** Rejects a bar in the codes, because labels separate the revision with a bar. */
function refuseBar(_tx: unknown, input: Readonly<Record<string, unknown>>): void {
  for (const field of ['itemcode', 'gagelabtag'])
    if (String(input[field] ?? '').includes('|'))
      throw invalid(field, 'Do not use the vertical bar. On labels it separates the revision.');
}

export const items = defineRegister(tables.items, {
  path: '/printedparts/items',
  label: 'itemcode',
  many: 'Printed parts',
  one: 'Printed part',
  icon: 'cube',
  about:
    'Parts that the plant prints, with their stock. Employees take parts at a kiosk with their badge. New parts are received here.',
  audit: 'printedparts.part',
  remove: 'soft',
  can: {
    read: 'optional',
    create: { can: needs },
    edit: { can: needs },
    delete: { can: 'printedparts.delete' },
  },
  sort: 'itemcode',
  searchKind: 'printedpart',
  labelType: 'printedpart',
  pictured: '/printedparts/image',
  check: refuseBar,
  columns: {
    itemcode: text({
      title: 'Item code',
      search: true,
      sort: true,
      filter: ['itemcode'],
      help: 'The code on the label. At a kiosk, its digits are enough if no other part has them.',
    }),
    gagelabtag: text({
      title: 'Gauge lab tag',
      unique: 'active',
      search: true,
      sort: true,
      filter: ['gagelabtag'],
    }),
    name: text({ title: 'Name', search: true, sort: true }),
    description: longtext({ title: 'Description', max: 4000, search: true, list: 'hidden' }),
    quantityonhand: integer({ title: 'On hand', writable: 'never', sort: true, section: 'Stock' }),
    lowstockthreshold: integer({
      title: 'Alert level',
      min: 0,
      max: MAX_QUANTITY,
      section: 'Stock',
      help: 'Sends one alert when the stock falls to this level or below. Leave empty for no alert.',
    }),
    supportteamid: ref('supportteams', {
      title: 'Support team',
      filter: ['supportteamid'],
      section: 'Stock',
      help: 'Alerts go to the webhook of this team, if it has one.',
    }),
    imagefilename: text({ title: 'Photo', search: false, writable: 'never', list: 'never' }),
  },
  computed: {
    stockstate: computed.choice(
      { ok: 'Available', low: 'Low', out: 'Out of stock' },
      {
        title: 'Stock',
        state: true,
        section: 'Stock',
        from: sql`CASE WHEN ${quantityonhand} = 0 THEN 'out' WHEN ${quantityonhand} <= ${lowstockthreshold} THEN 'low' ELSE 'ok' END`,
      },
    ),
  },
  filters: {
    lowstock: filter.boolean({
      title: 'Low stock',
      when: (on) =>
        on
          ? sql`${quantityonhand} <= ${lowstockthreshold}`
          : sql`coalesce(${quantityonhand} > ${lowstockthreshold}, 1)`,
    }),
  },
  verbs: {
    receive: verb({
      title: 'Receive',
      icon: 'package',
      needs,
      parameters: {
        quantity: integer({ title: 'Quantity', required: true, min: 1, max: MAX_QUANTITY }),
        note: text({ title: 'Note', help: 'For example the print job.' }),
      },
      run: receiveStock,
    }),
    adjust: verb({
      title: 'Adjust',
      icon: 'arrows-exchange',
      needs,
      parameters: {
        delta: integer({
          title: 'Difference',
          required: true,
          min: -MAX_QUANTITY,
          max: MAX_QUANTITY,
          help: 'The difference found by counting: -2 when two parts are missing.',
        }),
        note: text({ title: 'Reason', required: true }),
      },
      run: adjustStock,
    }),
  },
});

export const stockLedger = defineLedger(tables.ledger, {
  of: items,
  by: 'itemid',
  name: 'ledger',
  one: 'Stock move',
  many: 'Stock moves',
  icon: 'history',
  about: 'Received, taken and adjusted parts. Entries cannot be changed.',
  can: { can: 'printedparts.view' },
  sort: 'eventdate',
  internal: ['scanid'],
  columns: {
    eventdate: timestamp({ title: 'Time', sort: true }),
    event: choice(STOCK_EVENTS, { title: 'Event', filter: ['event'] }),
    delta: integer({ title: 'Change' }),
    quantityafter: integer({ title: 'On hand after' }),
    sso: text({ title: 'Employee number', personal: true, filter: ['sso'], drawn: 'employee' }),
    // The column of the SSO already shows the current name of the person.
    personname: text({ title: 'Employee', personal: true, list: 'never' }),
    revision: integer({ title: 'Revision' }),
    note: text({ title: 'Note' }),
    recordedby: text({ title: 'Recorded by', personal: true }),
  },
  computed: {
    quantity: computed.integer({ title: 'Pieces', list: 'never', from: sql`abs(${tables.ledger.delta})` }),
  },
});
