import type { Reader } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import { foldName } from '../../kit/fold-name.ts';
import { noteCollision, standsFor } from '../catalog/index.ts';

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
  /** The asset that a person decided is the same and stays, else the asset itself. */
  stands: number;
}

/**
 * Returns the record that a report is about, or undefined when it is about a new asset. The asset number decides. A serial
 * number identifies within its vendor: vendor, gauge tag and asset number that both sides have must agree.
 * @throws AppError 409 CONFLICT with `details.records` when the identifiers match different records or several records, or
 * when a serial number without a vendor matches only records that have a vendor.
 */
export function matchAsset<Match extends AssetMatch>(
  claim: AssetClaim,
  numbered: Match | undefined,
  ofSerial: readonly Match[],
): Match | undefined {
  const active = ofSerial.filter(({ isactive, assetid, stands }) => isactive === 1 || stands !== assetid);
  const candidates = active.length > 0 ? active : ofSerial;
  if (numbered) {
    refuseAnother(claim, numbered, candidates);
    return numbered;
  }
  if (claim.assetnumber) return undefined;
  const agreeing = candidates.filter((record) => agrees(claim, record));
  const ofVendor = agreeing.filter(({ vendorid }) => vendorid !== null && vendorid === claim.vendorid);
  const [match, ...others] = ofVendor.length > 0 ? ofVendor : agreeing;
  if (others.some(({ stands }) => stands !== match!.stands)) throw ambiguous(claim, [match!, ...others]);
  if (!match && !claim.vendorid && candidates.length > 0) throw withoutVendor(claim, candidates);
  return match;
}

/** Throws when the asset number matches one record, and the serial number another one. */
function refuseAnother(claim: AssetClaim, numbered: AssetMatch, candidates: readonly AssetMatch[]): void {
  const { serialnumber, vendorid, gagelabtag } = claim;
  if (candidates.some(({ stands }) => stands === numbered.stands)) {
    if (agrees({ serialnumber, vendorid: vendorid ?? numbered.vendorid, gagelabtag }, numbered)) return;
    const sentence = `${claim.assetnumber} with the serial number ${serialnumber} has another vendor or gauge lab tag.`;
    throw conflict(`${sentence} Correct one of them.`, 'assetnumber', [numbered]);
  }
  const others = candidates.filter((record) => agrees({ serialnumber, vendorid, gagelabtag }, record));
  if (others.length === 0) return;
  const records = [numbered, ...others];
  const sentence = `${claim.assetnumber} and the serial number ${serialnumber} are two records.`;
  throw conflict(`${sentence} Correct one of them.`, 'serialnumber', records);
}

/** A serial number without a vendor identifies a record that has none, or the same gauge tag. */
function agrees({ vendorid, gagelabtag }: AssetClaim, record: AssetMatch): boolean {
  const isTagKnown = Boolean(gagelabtag && record.gagelabtag);
  const isTagEqual = isTagKnown && foldName(record.gagelabtag!) === foldName(gagelabtag!);
  if (isTagKnown && !isTagEqual) return false;
  if (record.vendorid === null) return true;
  return vendorid ? vendorid === record.vendorid : isTagEqual;
}

/** Returns the records with the assets that stand for them, so that a merged asset is found by its former identifiers. */
export const withStanding = <Match extends { assetid: number }>(
  reader: Reader,
  records: readonly Match[],
): (Match & { stands: number })[] =>
  records.map((record) => ({ ...record, stands: standsFor(reader, record.assetid) }));

/** Lists the active records of the same serial number, other than of another vendor, as possible duplicates of a new asset. */
export function noteTwins(
  tx: Tx,
  assetid: number,
  claim: AssetClaim,
  ofSerial: readonly Omit<AssetMatch, 'stands'>[],
): void {
  for (const record of ofSerial) {
    const isOfVendor = !claim.vendorid || record.vendorid === null || record.vendorid === claim.vendorid;
    if (record.isactive === 1 && isOfVendor)
      noteCollision(tx, record.assetid, assetid, `Both report the serial number ${record.serialnumber}.`);
  }
}

const ambiguous = ({ serialnumber }: AssetClaim, records: readonly AssetMatch[]): AppError =>
  conflict(
    `${records.length} records have the serial number ${serialnumber}. Report the asset number.`,
    'serialnumber',
    records,
  );

const withoutVendor = ({ serialnumber }: AssetClaim, records: readonly AssetMatch[]): AppError =>
  conflict(
    `A serial number identifies within its vendor. Report the vendor or the asset number with ${serialnumber}.`,
    'serialnumber',
    records,
  );

const conflict = (message: string, field: string, records: readonly AssetMatch[]): AppError =>
  new AppError('CONFLICT', message, { field, records: [...new Set(records.map(({ stands }) => stands))] });
