import { z } from 'zod';

const WEEK_SECONDS = 7 * 24 * 3600;
/** Timers take no more than some weeks and end at once then, as they do for what is no number. */
const seconds = z.number().min(1).max(WEEK_SECONDS);

/**
 * The answer to a check-in, as far as the agent heeds it. An older server says less; what makes no sense is as if it had
 * not been said.
 */
export const checkInOrders = z.object({
  pollseconds: seconds.catch(60),
  nextseconds: seconds.optional().catch(undefined),
  returnseconds: seconds.catch(0),
  alertseconds: seconds.catch(60),
  enforces: z.boolean().catch(false),
  serverpins: z.string().array().catch([]),
});
