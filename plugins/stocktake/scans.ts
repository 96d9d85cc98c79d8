import { cutText } from '../../src/kit/clean-text.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { readScan } from '../../src/kit/scanned-code.ts';
import { MAX_CODE_LENGTH, type ScanOutcome } from './labels.ts';
import { refuseEnded } from './open.ts';
import { resolveCode } from './resolve.ts';
import {
  activeStatus,
  deleteScan,
  insertScan,
  itemOfAsset,
  scannedAssetById,
  scanOf,
} from './scan-queries.ts';
import type { ScanAnswer, ScanInput } from './schemas.ts';
import { stocktakes } from './tables.ts';
import { updateCodeItem, updateItem } from './update-item.ts';

const MAX_NOTE_LENGTH = 1000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no label holds them
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

interface Walk {
  host: Host;
  context: WriteContext;
  stocktakeid: number;
  /** The start of the stocktake. An earlier time of a scan is replaced with it. */
  began: string;
  hosts: ReadonlySet<string>;
}

/**
 * Records scans in an open stocktake and returns their outcomes in the same order. A scan with a known
 * `clientid` changes nothing and returns the original outcome. A code that cannot be on a label, or an
 * unknown status, is refused without affecting the others. Throws 404 for an unknown stocktake, and 409 when
 * it has ended, unless all scans are known.
 */
export function recordScans(
  host: Host,
  context: WriteContext,
  stocktakeid: number,
  scans: readonly ScanInput[],
  hosts: ReadonlySet<string>,
): ScanAnswer[] {
  return host.db.transact(context, 'stocktake.stocktake.scanned', (tx) => {
    const stocktake = tx.must(stocktakes, stocktakeid, 'Stocktake');
    // Recorded scans are answered even after the end, so that a phone that lost the response learns the
    // outcome.
    if (scans.some(({ clientid }) => !scanOf.get(tx, { stocktakeid, clientid }))) refuseEnded(stocktake);
    const walk = { host, context, stocktakeid, began: stocktake.createddate, hosts };
    return scans.map((scan) => takeOne(tx, walk, scan));
  }).value;
}

function takeOne(tx: Tx, walk: Walk, scan: ScanInput): ScanAnswer {
  const { stocktakeid, context } = walk;
  const { clientid, statusid = null } = scan;
  const before = scanOf.get(tx, { stocktakeid, clientid });
  if (before) return toScanAnswer(tx, walk, { ...before, clientid });
  const code = readScan(scan.code);
  const message = refusal(tx, code, statusid);
  if (message)
    return { ...toScanAnswer(tx, walk, { clientid, code: '', assetid: null, outcome: 'refused' }), message };
  const matches = resolveCode(walk.host, tx, code, walk.hosts);
  const assetid = matches.length === 1 ? matches[0]! : null;
  const outcome = outcomeOf(tx, stocktakeid, matches);
  insertScan.run(tx, {
    stocktakeid,
    clientid,
    code,
    assetid,
    outcome,
    statusid,
    note: (scan.note && cutText(scan.note, MAX_NOTE_LENGTH)) || null,
    scannedat: clampTime(new Date(scan.at).toISOString(), walk.began, tx.at),
    scannedby: context.actor.name,
    createddate: tx.at,
  });
  const by = outcome === 'already' ? itemOfAsset.get(tx, { stocktakeid, assetid: assetid! }) : undefined;
  if (assetid === null) updateCodeItem(tx, stocktakeid, code);
  else updateItem(tx, stocktakeid, assetid);
  return { ...toScanAnswer(tx, walk, { clientid, code, assetid, outcome }), seenby: by?.seenby ?? null };
}

/**
 * Limits the time of a scan to the period from the start of the stocktake to now. The clock of a phone may be
 * wrong.
 */
const clampTime = (at: string, began: string, now: string): string =>
  at < began ? began : at > now ? now : at;

function refusal(reader: Reader, code: string, statusid: number | null): string | undefined {
  if (code === '') return 'The code is empty. Scan the label again.';
  if (code.length > MAX_CODE_LENGTH || CONTROL.test(code) || !code.isWellFormed())
    return `This is not a label code. Label codes are one line of at most ${MAX_CODE_LENGTH} characters.`;
  if (statusid !== null && !activeStatus.get(reader, { statusid }))
    return 'There is no such status. Choose another one.';
  return undefined;
}

function outcomeOf(reader: Reader, stocktakeid: number, matches: readonly number[]): ScanOutcome {
  if (matches.length !== 1) return matches.length === 0 ? 'unknown' : 'ambiguous';
  const item = itemOfAsset.get(reader, { stocktakeid, assetid: matches[0]! });
  if (!item) return 'unexpected';
  return item.seen === 'expected' ? 'found' : 'already';
}

interface StoredScan {
  clientid: string;
  code: string;
  assetid: number | null;
  outcome: ScanOutcome;
}

function toScanAnswer(
  reader: Reader,
  walk: Walk,
  { clientid, code, assetid, outcome }: StoredScan,
): ScanAnswer {
  const asset = assetid === null ? undefined : scannedAssetById.get(reader, { assetid });
  const candidates =
    outcome === 'ambiguous'
      ? resolveCode(walk.host, reader, code, walk.hosts).flatMap((id) => {
          const {
            isactive: _isactive,
            locationid: _locationid,
            ...named
          } = scannedAssetById.get(reader, { assetid: id })!;
          return [{ ...named, path: `/assets/${id}` }];
        })
      : [];
  return {
    clientid,
    outcome,
    code,
    assetid,
    assetnumber: asset?.assetnumber ?? null,
    name: asset?.name ?? null,
    location: asset?.location ?? null,
    isactive: asset ? asset.isactive === 1 : null,
    seenby: null,
    candidates,
    message: null,
  };
}

/**
 * Deletes a scan and recomputes the state of its asset or code. Throws 404 for an unknown scan and 409 when
 * the stocktake has ended.
 */
export function undoScan(host: Host, context: WriteContext, stocktakeid: number, clientid: string): void {
  host.db.transact(context, 'stocktake.stocktake.unscanned', (tx) => {
    refuseEnded(tx.must(stocktakes, stocktakeid, 'Stocktake'));
    const scan = scanOf.get(tx, { stocktakeid, clientid });
    if (!scan) throw notFound('Scan');
    deleteScan.run(tx, { stocktakescanid: scan.stocktakescanid });
    if (scan.assetid === null) updateCodeItem(tx, stocktakeid, scan.code);
    else updateItem(tx, stocktakeid, scan.assetid);
  });
}
