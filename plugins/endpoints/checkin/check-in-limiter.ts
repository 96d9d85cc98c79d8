import { defineRateLimiter } from '../../../src/kit/http/rate-limiter.ts';

/**
 * Limits the changed check-ins of a PC (`asset <assetid>`). A normal agent sends one every minute or so; an
 * agent that never stops would fill the log. Agents obey the `Retry-After` of the 429.
 */
export const CheckInLimiter = defineRateLimiter({ max: 60, seconds: 60 });
