import { z } from 'zod';

const WEEK_SECONDS = 7 * 24 * 3600;
/**
 * Seconds from the server, from 1 to a week. A timer with an invalid or much larger number would fire at
 * once.
 */
const seconds = z.number().min(1).max(WEEK_SECONDS);

/**
 * Fields of the check-in answer that the agent uses. An older server sends fewer. An invalid or missing value
 * gets the default.
 */
export const checkInOrders = z.object({
  pollseconds: seconds.catch(60),
  nextseconds: seconds.optional().catch(undefined),
  returnseconds: seconds.catch(0),
  alertseconds: seconds.catch(60),
  enforces: z.boolean().catch(false),
  serverpins: z.string().array().catch([]),
});
