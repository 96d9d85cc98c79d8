import { assets } from '../../src/features/catalog/tables.ts';
import { type Actor, hasPermission } from '../../src/kit/actor.ts';
import { runBatchOperation } from '../../src/kit/audit/batch-operation.ts';
import type { RowOf } from '../../src/kit/data/query.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { invalid, notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { forbidden } from '../../src/kit/http/access.ts';
import { subtreeOf } from '../../src/kit/resource/subtree.ts';
import type { FinishResult } from './labels.ts';
import { refuseEnded } from './open.ts';
import { itemsToFinish, stocktakeById, tallyOf, verificationOf } from './queries.ts';
import { activeStatus } from './scan-queries.ts';
import type { FinishAnswer, FinishInput } from './schemas.ts';
import { assetverifications, stocktakeitems, stocktakes } from './tables.ts';

type Item = RowOf<typeof itemsToFinish>;

/** Planned changes of one item when the stocktake ends. */
interface Act {
  item: Item;
  verify: boolean;
  settled: FinishResult | null;
  columns: { locationid?: number; statusid?: number };
}

interface Plan {
  acts: Act[];
  answer: FinishAnswer;
}

/**
 * Finishes a stocktake as one batch operation under one audit row. With `verify`, assets that were seen are
 * verified. Scanned statuses are stored. On request, unexpected assets are moved to the location and missing
 * ones get a status. With `dryrun`, only returns the counts. An undo reopens the stocktake. Throws 403
 * without `assets.edit` if assets change or a move or a status is requested, and 409 when the stocktake has
 * ended. Throws 404 for an unknown stocktake, and 400 for an unknown or inactive status.
 */
export async function finishStocktake(
  host: Host,
  context: WriteContext,
  stocktakeid: number,
  input: FinishInput,
): Promise<FinishAnswer> {
  const { acts: planned, answer } = host.db.read((reader) => planOf(host, reader, stocktakeid, input));
  const changesAssets = planned.some(({ columns }) => Object.keys(columns).length > 0);
  refuseForeign(context.actor, changesAssets || input.moved || Boolean(input.missingstatusid));
  if (input.dryrun) return answer;
  let plan: Plan | undefined;
  let next = 0;
  // An undo changes the same assets, so it needs the same permission.
  const needs = changesAssets ? ['assets.edit'] : context.needs;
  const { value } = await runBatchOperation(
    host.db,
    { ...context, needs },
    {
      action: 'stocktake.stocktake.finished',
      step: (tx) => {
        plan ??= begin(host, tx, stocktakeid, input);
        const act = plan.acts[next++];
        if (act) settle(tx, stocktakeid, act);
        return next < plan.acts.length;
      },
      finish: () => plan!.answer,
      note: () => {
        const { stocktakeid: _id, dryrun: _dryrun, ...details } = plan!.answer;
        return { entitytype: 'stocktake', entityid: stocktakeid, details };
      },
    },
  );
  return value;
}

function refuseForeign(actor: Actor, changesAssets: boolean): void {
  if (changesAssets && !hasPermission(actor, 'assets.edit')) throw forbidden();
}

/** Closes the stocktake and fixes the plan. No scan is accepted after this. */
function begin(host: Host, tx: Tx, stocktakeid: number, input: FinishInput): Plan {
  const plan = planOf(host, tx, stocktakeid, input);
  tx.update(stocktakes, stocktakeid, {
    state: 'done',
    finisheddate: tx.at,
    finishedby: tx.context.actor.name,
    moved: input.moved ? 1 : 0,
    missingstatusid: input.missingstatusid ?? null,
  });
  return plan;
}

function planOf(host: Host, reader: Reader, stocktakeid: number, input: FinishInput): Plan {
  const stocktake = stocktakeById.get(reader, { stocktakeid });
  if (!stocktake) throw notFound('Stocktake');
  refuseEnded(stocktake);
  const statusid = input.missingstatusid;
  if (statusid && !activeStatus.get(reader, { statusid }))
    throw invalid('missingstatusid', 'There is no such status. Choose another one.');
  const within = new Set(subtreeOf(reader, host.registers.get('locations'), stocktake.locationid));
  const isHere = (id: number | null) => id !== null && within.has(id);
  const acts = itemsToFinish
    .all(reader, { stocktakeid })
    .map((item) => actOn(item, input, stocktake.locationid, isHere(item.locationid)));
  return { acts, answer: answerOf(reader, stocktakeid, input, acts) };
}

function actOn(item: Item, input: FinishInput, locationid: number, isHere: boolean): Act {
  const { seen, isactive, statusid } = item;
  if (seen === 'expected') {
    const isMarked = Boolean(input.missingstatusid) && isactive === 1 && isHere;
    const columns = isMarked ? { statusid: input.missingstatusid! } : {};
    return { item, verify: false, settled: isMarked ? 'marked' : 'missing', columns };
  }
  const isMoved = seen === 'unexpected' && input.moved && isactive === 1 && !isHere;
  return {
    item,
    verify: input.verify,
    settled: isMoved ? 'moved' : null,
    columns: {
      ...(isMoved && { locationid }),
      ...(statusid !== null && isactive === 1 && { statusid }),
    },
  };
}

function answerOf(
  reader: Reader,
  stocktakeid: number,
  input: FinishInput,
  acts: readonly Act[],
): FinishAnswer {
  const tally = tallyOf.all(reader, { stocktakeid });
  const of = (...names: string[]) =>
    tally.reduce((sum, { seen, n }) => sum + (names.includes(seen) ? n : 0), 0);
  const number = (is: (act: Act) => boolean) => acts.filter(is).length;
  const [moved, missingset] = [
    number(({ settled }) => settled === 'moved'),
    number(({ settled }) => settled === 'marked'),
  ];
  const missingLeft = (input.missingstatusid ? of('expected') : 0) - missingset;
  return {
    stocktakeid,
    dryrun: input.dryrun,
    expected: of('expected', 'found'),
    found: of('found'),
    missing: of('expected'),
    unexpected: of('unexpected'),
    unknown: of('unknown'),
    verified: number(({ verify }) => verify),
    moved,
    missingset,
    statusset: number(({ item, columns }) => item.seen !== 'expected' && columns.statusid !== undefined),
    left: missingLeft + (input.moved ? of('unexpected') - moved : 0),
  };
}

function settle(tx: Tx, stocktakeid: number, { item, verify, settled, columns }: Act): void {
  const { assetid, stocktakeitemid } = item;
  if (settled) tx.update(stocktakeitems, stocktakeitemid, { settled });
  if (Object.keys(columns).length > 0) tx.update(assets, assetid, columns);
  if (!verify) return;
  const seen = { verifiedat: item.seenat!, verifiedby: item.seenby!, stocktakeid };
  const before = verificationOf.get(tx, { assetid });
  if (!before) tx.insert(assetverifications, { assetid, ...seen });
  else if (before.verifiedat < seen.verifiedat)
    tx.update(assetverifications, before.assetverificationid, seen);
}
