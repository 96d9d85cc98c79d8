import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { signInRequiredError } from '../../kit/http/access.ts';
import type { Secrets } from '../../kit/secrets.ts';

export type TokenUse = 'access' | 'refresh';

export interface LoginClaims {
  userid: number;
  /**
   * Token epoch of the user when the token was issued. A higher epoch of the user makes the token invalid.
   */
  epoch: number;
}

/** Returns a signed JSON web token with the claims, which is valid for `seconds` from now. */
export function signLogin(
  secrets: Secrets,
  clock: Clock,
  use: TokenUse,
  claims: LoginClaims,
  seconds: number,
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT({ use, epoch: claims.epoch })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(claims.userid))
    .setIssuedAt(now)
    .setJti(crypto.randomUUID())
    .setExpirationTime(now + seconds)
    .sign(secrets.loginKey);
}

/**
 * Returns the claims of a token of this use that is valid at the time `at`; `expires` is in milliseconds
 * since 1970. Throws 401 TOKEN_EXPIRED or UNAUTHORIZED otherwise. The caller compares the epoch with the
 * user's.
 */
export async function verifyLogin(
  secrets: Secrets,
  at: Date,
  use: TokenUse,
  token: string,
): Promise<LoginClaims & { expires: number }> {
  try {
    const { payload } = await jwtVerify(token, secrets.loginKey, {
      algorithms: ['HS256'],
      currentDate: at,
    });
    if (payload.use !== use || typeof payload.epoch !== 'number') throw signInRequiredError();
    return { userid: Number(payload.sub), epoch: payload.epoch, expires: (payload.exp ?? 0) * 1000 };
  } catch (cause) {
    if (cause instanceof errors.JWTExpired)
      throw new AppError('TOKEN_EXPIRED', 'Your sign-in has expired. Sign in again.');
    if (cause instanceof AppError) throw cause;
    throw signInRequiredError();
  }
}
