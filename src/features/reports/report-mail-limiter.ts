import { defineRateLimiter } from '../../kit/http/rate-limiter.ts';

/** Limits the mails of a user (`user <userid>`), because a signed-in user can send to any address. */
export const ReportMailLimiter = defineRateLimiter({ max: 20, seconds: 600 });
