import { AppError, invalid } from './errors.ts';

/** What the caller has seen of the record that he changes. */
export interface Staleness {
  /** `ifmodifieddate`: the exact stamp the caller has seen. */
  seen?: string;
  /** `If-Unmodified-Since`: whole seconds. */
  since?: Date;
}

/** What the caller has seen: the header `If-Unmodified-Since`, and where there is a body its `ifmodifieddate`. */
export function readStaleness(req: Request, seen?: string): Staleness {
  const header = req.headers.get('if-unmodified-since');
  if (!header) return { seen };
  const since = new Date(header);
  if (Number.isNaN(since.getTime())) throw invalid('If-Unmodified-Since', 'Use an HTTP date.');
  return { seen, since };
}

/** 409 STALE_WRITE when the record was changed since the caller saw it. */
export function refuseStale(modified: string, unless: Staleness | undefined): void {
  const seconds = Math.floor(Date.parse(modified) / 1000) * 1000;
  const stale =
    (unless?.seen && unless.seen !== modified) || (unless?.since && seconds > unless.since.getTime());
  if (stale) {
    throw new AppError(
      'STALE_WRITE',
      'Somebody changed this record after you opened it. Load it again and repeat your change.',
      { modifieddate: modified },
    );
  }
}
