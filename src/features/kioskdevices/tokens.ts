import type { Actor } from '../../kit/actor.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { Credential } from '../../kit/http/credential.ts';
import { KeyGuessLimiter } from '../../kit/key-guess-limiter.ts';
import { matchesSecret, mintSecret } from '../../kit/minted-secret.ts';
import { deviceOfPrefix, stampDevice } from './queries.ts';
import type { KioskDevice } from './tables.ts';

const FORM = /^(mw_ksk_[A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}$/;
const SEEN_STAMP_MS = 60_000;

/** The credential of the tablet at a cabinet. */
export const KIOSK: Credential = {
  kind: 'kiosk',
  schemes: {
    kiosktoken: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Kiosk-Token',
      description: 'The token of a kiosk device (mw_ksk_).',
    },
  },
};

/** A tablet as actor, with its cabinet. */
interface KioskActor extends Actor {
  kiosk: { kioskdeviceid: number; cabinetname: string; kind: string };
}

/** Generates the secret of a kiosk token. The caller shows it once, and stores only its prefix and hash. */
export const mintKioskToken = () => mintSecret('mw_ksk_');

/**
 * Returns the actor of the request's `X-Kiosk-Token`; undefined without one. Throws 401 for an invalid token,
 * for an inactive kiosk, and for one of another kind if `kind` is set. Throws 429 after too many invalid
 * tokens from the address.
 */
export function authenticateKiosk(
  host: Host,
  req: Request,
  address: () => string,
  kind?: string,
): Actor | undefined {
  const token = req.headers.get('x-kiosk-token');
  if (token === null) return undefined;
  const { actor } = host
    .getInstance(KeyGuessLimiter)
    .findAndCountGuess(address(), token, () => ({ actor: actorOfDevice(host, token) }));
  if (kind !== undefined) kioskOf(actor, kind);
  return actor;
}

function actorOfDevice(host: Host, token: string): KioskActor {
  const prefix = FORM.exec(token)?.[1] ?? '';
  const device = host.db.read((reader) => deviceOfPrefix.get(reader, { prefix }));
  if (!matchesSecret(token, device?.secrethash) || !device)
    throw new AppError('UNAUTHORIZED', 'This kiosk token is unknown. Ask an admin for a new one.');
  if (device.isactive !== 1)
    throw new AppError('TOKEN_REVOKED', 'This kiosk is inactive. Ask an admin to reactivate it.');
  stampSeen(host, device);
  const { kioskdeviceid, cabinetname, kind } = device;
  return {
    kind: KIOSK.kind,
    userid: null,
    name: cabinetname,
    isadmin: false,
    permissions: new Set(),
    kiosk: { kioskdeviceid, cabinetname, kind },
  };
}

/** Returns the calling cabinet. Throws 401 when the caller is not a kiosk of this kind. */
export function kioskOf(actor: Actor, kind: string): KioskActor['kiosk'] {
  const { kiosk } = actor as Partial<KioskActor>;
  if (kiosk?.kind !== kind)
    throw new AppError('UNAUTHORIZED', 'This kiosk token is for another kind of kiosk.');
  return kiosk;
}

/** Records the last use as an unaudited write, at most once a minute for each cabinet. */
function stampSeen(host: Host, device: KioskDevice): void {
  const now = host.clock.now();
  if (device.lastseendate && now.getTime() - Date.parse(device.lastseendate) < SEEN_STAMP_MS) return;
  host.db.writeUnaudited((tx) =>
    stampDevice.run(tx, { kioskdeviceid: device.kioskdeviceid, at: now.toISOString() }),
  );
}
