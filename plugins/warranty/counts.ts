import { addDays } from '../../src/kit/clock.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { EXPIRING_DAYS } from './coverage.ts';
import { countsByCoverage } from './queries.ts';

/** Returns the number of active warranties by coverage. */
export function readWarrantyCounts(reader: Reader) {
  const { today } = reader;
  const rows = countsByCoverage.all(reader, { today, soon: addDays(today, EXPIRING_DAYS) });
  const of = (coverage: string) => rows.find((row) => row.coverage === coverage)?.n ?? 0;
  return {
    total: rows.reduce((sum, { n }) => sum + n, 0),
    covered: of('covered'),
    expiring: of('expiring'),
    expired: of('expired'),
    notstarted: of('notstarted'),
  };
}
