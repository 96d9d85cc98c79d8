import { AppError, type ErrorKind } from '../../kit/errors.ts';
import { readScan } from '../../kit/scanned-code.ts';

/** Nothing was scanned. */
export const BADGE_EMPTY: ErrorKind = { code: 'BADGE_EMPTY', status: 422 };
/** What was scanned is no badge. */
export const BADGE_UNREADABLE: ErrorKind = { code: 'BADGE_UNREADABLE', status: 422 };

/**
 * The SSO that a badge gives: bare ASCII digits, or digits in the wrapper `0…BZ`. Undefined for what cannot be read.
 */
export const parseSso = (scan: string): string | undefined =>
  /^(?:0([0-9]{1,20})BZ|([0-9]{1,20}))$/.exec(readScan(scan))?.slice(1).find(Boolean);

/** The SSO of a badge that was scanned at a kiosk. 422, for an empty scan another than for one that cannot be read. */
export function parseBadge(scan: string): string {
  if (readScan(scan) === '') throw new AppError(BADGE_EMPTY, 'No badge was scanned. Scan your badge.');
  const sso = parseSso(scan);
  if (sso === undefined)
    throw new AppError(BADGE_UNREADABLE, 'This is not a badge that can be read. Scan it again.');
  return sso;
}
