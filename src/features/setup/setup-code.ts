import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { Call } from '../../kit/http/call.ts';
import { RateLimit } from '../../kit/http/rate-limit.ts';

const CODE_BYTES = 12;
const TRIES_PER_MINUTE = 30;

/**
 * The first admin is whoever reads what the start prints: an empty appliance stands open to its whole network. The code
 * is new at each start and kept nowhere. Who sits at the box itself needs none.
 */
export class SetupCode {
  readonly code = randomBytes(CODE_BYTES).toString('base64url');
  private readonly tries: RateLimit;

  constructor(host: Host) {
    this.tries = new RateLimit(host.clock, () => TRIES_PER_MINUTE, 60);
  }

  /** The page of the wizard that needs no typing. */
  get path(): string {
    return `/setup?code=${this.code}`;
  }

  /** 403 SETUP_CODE without the code or with another, 429 after too many tries. */
  demand(call: Call, given: string | undefined): void {
    if (call.isFromThisServer()) return;
    this.tries.take(call.address());
    const [shown, code] = [Buffer.from(given ?? ''), Buffer.from(this.code)];
    if (shown.length !== code.length || !timingSafeEqual(shown, code))
      throw new AppError(
        'SETUP_CODE',
        'Open the address that the appliance printed when it started: the setup code stands in it.',
      );
  }
}
