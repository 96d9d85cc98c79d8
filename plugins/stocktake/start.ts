import { assettypes, locations } from '../../src/features/catalog/tables.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { invalid } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { subtreeOf } from '../../src/kit/resource/subtree.ts';
import { activeWithin } from './queries.ts';
import { freezeExpected } from './scan-queries.ts';
import { stocktakes } from './tables.ts';

/**
 * Maximum number of assets that a stocktake expects. One shift cannot scan more, and one statement stores the
 * whole list.
 */
export const MAX_EXPECTED = 20_000;

export interface StartInput {
  locationid: number;
  assettypeids?: number[] | null;
  note?: string | null;
}

/** Returns the IDs of a location and of all locations within it, as JSON. */
export const readPlaceIds = (host: Host, tx: Pick<Tx, 'all'>, locationid: number): string =>
  JSON.stringify(subtreeOf(tx as Tx, host.registers.get('locations'), locationid));

/**
 * Starts a stocktake of a location and stores the list of expected assets. Unlike the stocktake, the list is
 * not in the journal, because it can be long and records no decision. A stocktake that was started by mistake
 * is canceled, not undone. Returns the ID. Throws 400 for an unknown location or type, and above MAX_EXPECTED
 * assets.
 */
export function startStocktake(host: Host, context: WriteContext, input: StartInput): number {
  return host.db.transact(context, 'stocktake.stocktake.started', (tx) => {
    const { locationid, note = null } = input;
    const place = tx.row(locations, locationid);
    if (!place) throw invalid('locationid', 'There is no such location. Choose another one.');
    const types = input.assettypeids ?? [];
    for (const id of types)
      if (!tx.row(assettypes, id)) throw invalid('assettypeids', `There is no asset type with id ${id}.`);
    const assettypeids = types.length > 0 ? JSON.stringify([...new Set(types)]) : null;
    const within = { locationids: readPlaceIds(host, tx, locationid), assettypeids };
    const { n } = activeWithin.get(tx, within)!;
    if (n > MAX_EXPECTED)
      throw invalid(
        'locationid',
        `${n} assets are in this location, but a stocktake can have at most ${MAX_EXPECTED}. Choose a smaller location.`,
      );
    const stocktakeid = tx.insert(stocktakes, {
      title: `${place.location} ${tx.today}`,
      locationid,
      assettypeids,
      note,
      startedby: context.actor.name,
    });
    freezeExpected.run(tx, { stocktakeid, at: tx.at, ...within });
    tx.audit({
      entitytype: 'stocktake',
      entityid: stocktakeid,
      details: { locationid, expected: n },
      undoable: false,
    });
    return stocktakeid;
  }).value;
}
