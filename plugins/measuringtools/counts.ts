import { z } from 'zod';
import { addDays } from '../../src/kit/clock.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { toolCountsByState } from './queries.ts';
import { SOON_DAYS } from './state.ts';

export const calibrationCounts = z.object({
  total: z.int(),
  ok: z.int(),
  due: z.int(),
  overdue: z.int(),
  unknown: z.int(),
});
export type CalibrationCounts = z.output<typeof calibrationCounts>;

/** Returns the number of tools in use by calibration state. */
export function readCalibrationCounts(reader: Reader): CalibrationCounts {
  const { today } = reader;
  const rows = toolCountsByState.all(reader, { today, soon: addDays(today, SOON_DAYS) });
  const of = (state: string) => rows.find((row) => row.state === state)?.n ?? 0;
  return {
    total: rows.reduce((sum, { n }) => sum + n, 0),
    ok: of('ok'),
    due: of('due'),
    overdue: of('overdue'),
    unknown: of('unknown'),
  };
}
