import { AppError, type ErrorKind } from '../../kit/errors.ts';
import { readScan } from '../../kit/scanned-code.ts';

/** Error for an empty scan. */
export const BADGE_EMPTY: ErrorKind = { code: 'BADGE_EMPTY', status: 422 };
/** Error for a scan that is not a badge. */
export const BADGE_UNREADABLE: ErrorKind = { code: 'BADGE_UNREADABLE', status: 422 };

/**
 * Returns the SSO of a badge: 1 to 20 ASCII digits, alone or within `0…BZ`. Returns undefined for other
 * texts.
 */
export const parseSso = (scan: string): string | undefined =>
  /^(?:0([0-9]{1,20})BZ|([0-9]{1,20}))$/.exec(readScan(scan))?.slice(1).find(Boolean);

/**
 * Returns the SSO of a badge that was scanned at a kiosk. Throws 422, with different codes for an empty scan
 * and for an invalid one.
 */
export function parseBadge(scan: string): string {
  if (readScan(scan) === '') throw new AppError(BADGE_EMPTY, 'No badge was scanned. Scan your badge.');
  const sso = parseSso(scan);
  if (sso === undefined) throw new AppError(BADGE_UNREADABLE, 'The badge could not be read. Scan it again.');
  return sso;
}
