import type { z } from 'zod';
import type { Clock } from '../../src/kit/clock.ts';
import { computerRecord } from './inventory/schema.ts';

/**
 * Milliseconds by which a reported time may be in the future. Clocks differ, and some agents report local
 * times without an offset.
 */
const MAX_AHEAD_MS = 86_400_000;
const MESSAGE = 'This time is in the future.';

/**
 * Returns the schema of a computer's report. It rejects boot times and installation dates more than a day
 * after the appliance's clock. These fields identify nothing, so collectors drop the value and accept the
 * report.
 */
export const createComputerRecordSchema = (clock: Clock): z.ZodType =>
  computerRecord.superRefine(({ lastboottime, installedapps }, { addIssue }) => {
    const latest = new Date(clock.now().getTime() + MAX_AHEAD_MS).toISOString();
    const latestDay = latest.slice(0, 10);
    const refuse = (...path: (string | number)[]) => addIssue({ code: 'custom', message: MESSAGE, path });
    if (lastboottime && lastboottime > latest) refuse('lastboottime');
    for (const [index, { installdate }] of (installedapps ?? []).entries())
      if (installdate && installdate > latestDay) refuse('installedapps', index, 'installdate');
  });
