import type { RenewedSession, Session } from '../../features/identity/schemas.ts';
import { ApiError } from './api-error.ts';
import { apiUrl } from './base-path.ts';

const REFRESH_KEY = 'millwright.refreshtoken';
const RENEW_BEFORE_MS = 30_000;

/** Tokens from the server. A renewal contains no new refresh token, because the old one stays valid. */
export type TokenAnswer = RenewedSession & Partial<Pick<Session, 'refresh_token'>>;

let access: { token: string; expiresat: number } | null = null;
let renewing: Promise<string | null> | null = null;
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Subscribes to sign-ins and sign-outs in this tab or in another one, for `useSyncExternalStore`. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports whether this browser has a token. The server may already have revoked it. */
export function hasSession(): boolean {
  return access !== null || localStorage.getItem(REFRESH_KEY) !== null;
}

/**
 * Starts a session. The access token stays in memory; the refresh token is stored for all tabs. Tokens
 * without a refresh token leave the stored one unchanged.
 */
export function startSession(tokens: TokenAnswer): void {
  access = { token: tokens.access_token, expiresat: Date.now() + tokens.expires_in * 1000 };
  if (tokens.refresh_token) localStorage.setItem(REFRESH_KEY, tokens.refresh_token);
  notifyListeners();
}

/** Deletes both tokens of this browser, which ends the session in all tabs. Does not notify the server. */
export function endSession(): void {
  access = null;
  localStorage.removeItem(REFRESH_KEY);
  notifyListeners();
}

/**
 * Returns the access token, after a renewal when fewer than 30 seconds are left; null for an anonymous
 * caller. Throws like `renewAccess`.
 */
export async function getAccessToken(): Promise<string | null> {
  if (access && access.expiresat - Date.now() > RENEW_BEFORE_MS) return access.token;
  return renewAccess();
}

/**
 * Requests a new access token; parallel callers share one request. Returns null without a refresh token, and
 * ends the session when the server rejects it. Throws `ApiError` when there is no response or another error.
 */
export function renewAccess(): Promise<string | null> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(): Promise<string | null> {
  const refresh = localStorage.getItem(REFRESH_KEY);
  if (!refresh) {
    if (access) endSession();
    return null;
  }
  const response = await fetch(apiUrl('/auth/refresh'), {
    method: 'POST',
    headers: { authorization: `Bearer ${refresh}` },
  }).catch(() => {
    throw new ApiError(0, 'NETWORK', 'The appliance does not respond. Check the network, then try again.');
  });
  if (response.status === 401 || response.status === 403) {
    endSession();
    return null;
  }
  if (!response.ok)
    throw new ApiError(response.status, 'REFRESH_FAILED', 'The session could not be renewed.');
  const body = (await response.json()) as { data: TokenAnswer };
  access = { token: body.data.access_token, expiresat: Date.now() + body.data.expires_in * 1000 };
  return access.token;
}

window.addEventListener('storage', (event) => {
  if (event.key !== REFRESH_KEY) return;
  access = null;
  notifyListeners();
});
