import type { Reader } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import { foldName } from '../../kit/fold-name.ts';
import { keepDistinctiveSerial } from '../../kit/placeholder-values.ts';
import { recordCollision, resolveMergedAsset } from '../catalog/index.ts';

/** The identity of an asset as a report states it. */
export interface AssetClaim {
  assetnumber?: string;
  serialnumber?: string | null;
  vendorid?: number | null;
  gagelabtag?: string | null;
}

/** A record that may be the asset of a report. */
export interface AssetMatch {
  assetid: number;
  assetnumber: string;
  serialnumber: string | null;
  vendorid: number | null;
  gagelabtag?: string | null;
  isactive: number | null;
  /** The asset into which a user merged this one, else the asset itself. */
  currentid: number;
}

/**
 * Returns the record that a report is about, or undefined when it is about a new asset. The asset number
 * decides, and an unknown one is of a new asset. Without it, the serial number within its vendor decides.
 * Serial number, vendor, gauge tag and asset number must agree if both sides have them. Throws 409 CONFLICT
 * with `details.records` when the identifiers match different or several records. Also throws it when records
 * have the serial number, none of them agrees, and the report lacks the vendor.
 */
export function matchAsset<Match extends AssetMatch>(
  claim: AssetClaim,
  numbered: Match | undefined,
  ofSerial: readonly Match[],
): Match | undefined {
  const active = ofSerial.filter(
    ({ isactive, assetid, currentid }) => isactive === 1 || currentid !== assetid,
  );
  const candidates = active.length > 0 ? active : ofSerial;
  if (numbered) {
    refuseAnother(claim, numbered, candidates);
    return numbered;
  }
  if (claim.assetnumber) return undefined;
  const agreeing = candidates.filter((record) => agrees(claim, record));
  const ofVendor = agreeing.filter(({ vendorid }) => vendorid !== null && vendorid === claim.vendorid);
  const [match, ...others] = ofVendor.length > 0 ? ofVendor : agreeing;
  if (others.some(({ currentid }) => currentid !== match!.currentid))
    throw ambiguousError(claim, [match!, ...others]);
  if (!match && !claim.vendorid && candidates.length > 0) throw withoutVendor(claim, candidates);
  return match;
}

/**
 * Throws 409 when the record with the asset number has a different identifier, or when the serial number
 * matches another record.
 */
function refuseAnother(claim: AssetClaim, numbered: AssetMatch, candidates: readonly AssetMatch[]): void {
  const { assetnumber, ...others } = claim;
  const different = differenceOf(others, numbered);
  if (different) {
    const sentence = `${assetnumber} has a different ${TITLES[different]}. Correct one of them.`;
    throw conflict(sentence, different, [numbered]);
  }
  const { serialnumber } = others;
  if (candidates.some(({ currentid }) => currentid === numbered.currentid)) return;
  const ofSerial = candidates.filter((record) => agrees(others, record));
  if (ofSerial.length === 0) return;
  const sentence = `${assetnumber} and the serial number ${serialnumber} belong to two different records. Correct one of them.`;
  throw conflict(sentence, 'serialnumber', [numbered, ...ofSerial]);
}

const TITLES = { serialnumber: 'serial number', vendorid: 'vendor', gagelabtag: 'gauge lab tag' } as const;

/** Returns the first identifier that a report and a record both have and that differs. */
function differenceOf(claim: AssetClaim, record: AssetMatch): keyof typeof TITLES | undefined {
  if (isOther(keepDistinctiveSerial(claim.serialnumber), keepDistinctiveSerial(record.serialnumber)))
    return 'serialnumber';
  if (claim.vendorid && record.vendorid && claim.vendorid !== record.vendorid) return 'vendorid';
  return isOther(claim.gagelabtag, record.gagelabtag) ? 'gagelabtag' : undefined;
}

const isOther = (one: string | null | undefined, other: string | null | undefined): boolean =>
  Boolean(one && other) && foldName(one!) !== foldName(other!);

/**
 * Reports whether vendor and gauge tag of a report fit a record. A serial number without a vendor identifies
 * a record that has none, or one with the same gauge tag.
 */
function agrees({ vendorid, gagelabtag }: AssetClaim, record: AssetMatch): boolean {
  const isTagKnown = Boolean(gagelabtag && record.gagelabtag);
  const isTagEqual = isTagKnown && foldName(record.gagelabtag!) === foldName(gagelabtag!);
  if (isTagKnown && !isTagEqual) return false;
  if (record.vendorid === null) return true;
  return vendorid ? vendorid === record.vendorid : isTagEqual;
}

/**
 * Returns the records with the assets that replaced them in `currentid`, so that a merged asset is found by
 * its former identifiers.
 */
export const withMergeTarget = <Match extends { assetid: number }>(
  reader: Reader,
  records: readonly Match[],
): (Match & { currentid: number })[] =>
  records.map((record) => ({ ...record, currentid: resolveMergedAsset(reader, record.assetid) }));

/**
 * Returns a report without a vendor ID, serial number or gauge tag that is empty or a placeholder. Such
 * values must not replace those of a record.
 */
export function removeEmptyIdentifiers<Report extends object>(report: Report): Report {
  const left: AssetClaim & Report = { ...report };
  if (!left.vendorid) delete left.vendorid;
  if (keepDistinctiveSerial(left.serialnumber) === undefined) delete left.serialnumber;
  if (keepDistinctiveSerial(left.gagelabtag) === undefined) delete left.gagelabtag;
  return left;
}

/**
 * Records active assets with the same serial number as possible duplicates of a new asset, except those of
 * another vendor.
 */
export function recordPossibleDuplicates(
  tx: Tx,
  assetid: number,
  claim: AssetClaim,
  ofSerial: readonly Omit<AssetMatch, 'currentid'>[],
): void {
  for (const record of ofSerial) {
    const isOfVendor = !claim.vendorid || record.vendorid === null || record.vendorid === claim.vendorid;
    if (record.isactive === 1 && isOfVendor)
      recordCollision(tx, record.assetid, assetid, `Both report the serial number ${record.serialnumber}.`);
  }
}

const ambiguousError = ({ serialnumber }: AssetClaim, records: readonly AssetMatch[]): AppError =>
  conflict(
    `${records.length} records have the serial number ${serialnumber}. Report the asset number.`,
    'serialnumber',
    records,
  );

const withoutVendor = ({ serialnumber }: AssetClaim, records: readonly AssetMatch[]): AppError =>
  conflict(
    `A serial number is unique only within its vendor. Report the vendor or the asset number with ${serialnumber}.`,
    'serialnumber',
    records,
  );

const conflict = (message: string, field: string, records: readonly AssetMatch[]): AppError =>
  new AppError('CONFLICT', message, {
    field,
    records: [...new Set(records.map(({ currentid }) => currentid))],
  });
