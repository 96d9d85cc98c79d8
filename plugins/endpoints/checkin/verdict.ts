import { type CheckIn, EVENT_LEVELS, type EventLevel } from './schemas.ts';

/** Health of a PC as a level, with a reason in one sentence; null for `ok`. */
export interface Verdict {
  verdict: EventLevel;
  reason: string | null;
}

/**
 * Returns the worst level of the agent's checks, with the first check of that level as the reason. If no
 * check is worse than `ok`, the first event with a level of warning, error, critical or noise makes it
 * `noise`.
 */
export function verdictOf({ checks, events }: Pick<CheckIn, 'checks' | 'events'>): Verdict {
  let worst: CheckIn['checks'][number] | undefined;
  for (const check of checks)
    if (!worst || EVENT_LEVELS.indexOf(check.level) > EVENT_LEVELS.indexOf(worst.level)) worst = check;
  if (worst && worst.level !== 'ok')
    return {
      verdict: worst.level,
      reason: worst.message === '' ? worst.name : `${worst.name}: ${worst.message}`,
    };
  const loud = events.find(({ level }) => /^(?:warn|error|critical|noise)/i.test(level));
  return loud ? { verdict: 'noise', reason: loud.message } : { verdict: 'ok', reason: null };
}
