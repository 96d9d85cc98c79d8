import { catalogPermissions } from '../../src/features/catalog/index.ts';
import { addDays } from '../../src/kit/clock.ts';
import { foreignPermission } from '../../src/kit/contributions.ts';
import { report } from '../../src/kit/report.ts';
import { integer, ref } from '../../src/kit/resource/fields.ts';
import { ITEM_STATES } from './labels.ts';
import { stocktakeReportOf, unseenSince } from './queries.ts';

const needs = foreignPermission(catalogPermissions, 'assets.view');
/** Default days after which an asset counts as not seen. */
export const UNSEEN_DAYS = 365;

export const reports = [
  report({
    key: 'stocktake',
    title: 'Stocktake',
    group: 'Papers',
    about: 'Result of a stocktake: missing assets first, then unexpected and moved assets.',
    needs,
    placeRegister: 'assets',
    parameters: { stocktakeid: ref('stocktakes', { title: 'Stocktake', required: true }) },
    columns: {
      state: 'State',
      assetid: 'ID',
      assetnumber: 'Asset',
      name: 'Name',
      assettype: 'Type',
      location: 'Registered location then',
      standsat: 'Location now',
      moved: 'Moved',
      status: 'Status now',
      code: 'Code',
      seenat: 'Seen',
      seenby: 'Seen by',
      note: 'Note',
    },
    *rows(reader, { stocktakeid, place }) {
      for (const { seen, settled, ...row } of stocktakeReportOf.iterate(reader, {
        stocktakeid,
        ...place.within,
      }))
        yield {
          ...row,
          state: seen === 'expected' && settled ? ITEM_STATES.missing : ITEM_STATES[seen],
          moved: settled === 'moved' ? 'Yes' : null,
        };
    },
  }),
  report({
    key: 'not-seen',
    title: 'Assets not seen',
    group: 'Papers',
    about:
      'Active assets that were not seen in a stocktake for the selected number of days, never seen first.',
    needs,
    placeRegister: 'assets',
    parameters: { days: integer({ title: 'Days', min: 1, max: 3650, default: UNSEEN_DAYS }) },
    columns: {
      assetid: 'ID',
      assetnumber: 'Asset',
      name: 'Name',
      assettype: 'Type',
      location: 'Location',
      verifiedat: 'Last seen',
      verifiedby: 'Seen by',
    },
    rows: (reader, { days, place }) =>
      unseenSince.iterate(reader, {
        since: addDays(reader.today, -(days ?? UNSEEN_DAYS)),
        ...place.within,
      }),
  }),
];
