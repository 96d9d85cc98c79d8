import { AppError, invalid } from './errors.ts';

/** The version of a record that the caller has seen. */
export interface Staleness {
  /** `ifmodifieddate`: the exact timestamp that the caller has seen. */
  seen?: string;
  /** The time in `If-Unmodified-Since`, without fractions of a second. */
  since?: Date;
}

/**
 * Returns what the caller has seen of a record: the time in the header `If-Unmodified-Since`, and `seen`,
 * which is `ifmodifieddate` of the body. Throws 400 when the header is no date.
 */
export function readStaleness(req: Request, seen?: string): Staleness {
  const header = req.headers.get('if-unmodified-since');
  if (!header) return { seen };
  const since = new Date(header);
  if (Number.isNaN(since.getTime())) throw invalid('If-Unmodified-Since', 'Use an HTTP date.');
  return { seen, since };
}

/**
 * Throws 409 STALE_WRITE when the record has changed since the version in `unless`. Without a version,
 * nothing is checked.
 */
export function refuseStale(modified: string, unless: Staleness | undefined): void {
  const seconds = Math.floor(Date.parse(modified) / 1000) * 1000;
  const stale =
    (unless?.seen && unless.seen !== modified) || (unless?.since && seconds > unless.since.getTime());
  if (stale) {
    throw new AppError(
      'STALE_WRITE',
      'Another user changed this record after you opened it. Load it again and repeat your change.',
      { modifieddate: modified },
    );
  }
}
