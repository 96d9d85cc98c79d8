import { lookupService } from 'node:dns/promises';
import { hostname, networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const lookupMilliseconds = 1500;

/**
 * Returns the current names and addresses of this machine, its own name first, with the loopback ones and
 * without link-local IPv6 addresses. The lookup of its full name takes at most 1.5 seconds.
 */
export async function hostNames(): Promise<string[]> {
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((entry) => !entry.internal && !entry.address.toLowerCase().startsWith('fe80'))
    .map((entry) => entry.address);
  const own = hostname();
  const full = own.includes('.') ? undefined : await findQualifiedName(own, addresses[0]);
  return [...new Set([own, ...(full ? [full] : []), 'localhost', '127.0.0.1', '::1', ...addresses])];
}

/** Returns the full name of this machine, or undefined when it has no name with a dot. */
export async function fullHostName(): Promise<string | undefined> {
  const names = await hostNames();
  const [own] = names;
  return names.find((name) => (name === own || name.startsWith(`${own}.`) ? name.includes('.') : false));
}

async function findQualifiedName(own: string, address: string | undefined): Promise<string | undefined> {
  if (!address) return undefined;
  // A name server that does not answer must not delay the first start.
  const expired = delay(lookupMilliseconds, undefined, { ref: false });
  const found = lookupService(address, 0).then(
    (answer) => answer.hostname,
    () => undefined,
  );
  const name = await Promise.race([found, expired]);
  return name?.toLowerCase().startsWith(`${own.toLowerCase()}.`) ? name : undefined;
}
