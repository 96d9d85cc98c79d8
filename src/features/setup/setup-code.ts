import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { Call } from '../../kit/http/call.ts';
import { RateLimiter } from '../../kit/http/rate-limiter.ts';

const CODE_BYTES = 12;
const TRIES_PER_MINUTE = 30;

/**
 * Protects the creation of the first admin and the first restore, because an empty appliance is open to its
 * whole network. The code is printed at the start, so that only its reader can become the first admin. It is
 * new at each start and not stored. A caller on the server itself needs no code.
 */
export class SetupCode {
  readonly code = randomBytes(CODE_BYTES).toString('base64url');
  private readonly tries: RateLimiter;

  constructor(host: Host) {
    this.tries = new RateLimiter(host.clock, { max: TRIES_PER_MINUTE, seconds: 60 });
  }

  /** Path of the setup wizard with the code filled in. */
  get path(): string {
    return `/setup?code=${this.code}`;
  }

  /** Throws 403 SETUP_CODE when the code is missing or wrong, 429 after too many attempts. */
  check(call: Call, presentedCode: string | undefined): void {
    if (call.isFromThisServer()) return;
    this.tries.count(call.address());
    const [presented, code] = [Buffer.from(presentedCode ?? ''), Buffer.from(this.code)];
    if (presented.length !== code.length || !timingSafeEqual(presented, code))
      throw new AppError(
        'SETUP_CODE',
        'The setup code is missing or wrong. Open the address that the appliance printed at start; it contains the code.',
      );
  }
}
