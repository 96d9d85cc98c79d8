import { defineRateLimiter } from '../../kit/http/rate-limiter.ts';

/**
 * Limits the report mails of a user. The key is `user <userid>`. Without a limit, a signed-in user could send
 * many to any address.
 */
export const ReportMailLimiter = defineRateLimiter({ max: 20, seconds: 600 });
