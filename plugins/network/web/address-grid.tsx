import { AppLink } from '../../../src/web/parts/app-link.tsx';
import type { SubnetAddresses } from '../subnets/addresses.ts';
import type { UsedAddress } from '../subnets/used-addresses.ts';

type State = 'free' | 'reserved' | 'used' | 'retired' | 'gateway' | 'conflict';

const WORDS: Record<State, string> = {
  free: 'free',
  reserved: 'network and broadcast',
  used: 'in use',
  retired: 'inactive asset',
  gateway: 'gateway',
  conflict: 'on two assets',
};

/**
 * Returns one square for each address of a subnet with at most 256 addresses. Returns undefined for larger
 * ones, for IPv6, and when `data` does not contain all used addresses.
 */
export function squaresOf(
  data: SubnetAddresses,
): { address: string; state: State; of?: UsedAddress }[] | undefined {
  const [network = '', prefix] = data.cidr.split('/');
  if (network.includes(':') || Number(prefix) < 24 || data.used.length < data.usedtotal) return undefined;
  const count = 2 ** (32 - Number(prefix));
  const octets = network.split('.').map(Number);
  const byAddress = new Map(data.used.map((one) => [one.address, one]));
  return Array.from({ length: count }, (_, index) => {
    const address = [...octets.slice(0, 3), octets[3]! + index].join('.');
    const of = byAddress.get(address);
    const isEdge = count > 2 && (index === 0 || index === count - 1);
    return { address, state: isEdge && !of ? ('reserved' as const) : stateOf(of), of };
  });
}

function stateOf(used: UsedAddress | undefined): State {
  if (!used) return 'free';
  if (used.isconflict) return 'conflict';
  if (used.isgateway) return 'gateway';
  return used.isactive ? 'used' : 'retired';
}

/** Shows one square for each address. A used address links to its asset. */
export function AddressGrid({ squares }: { squares: NonNullable<ReturnType<typeof squaresOf>> }) {
  const present = new Set(squares.map(({ state }) => state));
  return (
    <>
      <div className="mw-address-grid">
        {squares.map(({ address, state, of }) => {
          const title = [address, WORDS[state], of?.assetnumber].filter(Boolean).join(', ');
          return of?.assetid ? (
            <AppLink
              key={address}
              to={`/assets/${of.assetid}`}
              data-state={state}
              title={title}
              aria-label={title}
            />
          ) : (
            <span key={address} data-state={state} title={title} />
          );
        })}
      </div>
      <div className="mw-address-key" aria-hidden>
        {(Object.keys(WORDS) as State[])
          .filter((state) => present.has(state))
          .map((state) => (
            <span key={state} data-state={state}>
              {WORDS[state]}
            </span>
          ))}
      </div>
    </>
  );
}
