import { defineRateLimiter } from '../../../src/kit/http/rate-limiter.ts';

/**
 * Limits the changed check-ins and the collector reports of a PC together (`asset <assetid>`). A normal agent
 * checks in about once a minute; an agent that never stops would fill the log. Agents obey the `Retry-After`
 * of the 429.
 */
export const CheckInLimiter = defineRateLimiter({ max: 60, seconds: 60 });
