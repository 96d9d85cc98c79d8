import { defineRateLimiter } from '../../../src/kit/http/rate-limiter.ts';

/**
 * Limits the reports of a PC (`asset <assetid>`), rejected ones too, if the PC is identified by then. All PCs
 * share one storage area for pictures, which a single one could fill. Agents obey the `Retry-After` of the
 * 429.
 */
export const ReportLimiter = defineRateLimiter({ max: 10, seconds: 3600 });
