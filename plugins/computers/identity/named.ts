import type { Reader } from '../../../src/kit/data/reader.ts';
import { cleanHostName, hasDomain, shortName } from '../../../src/kit/host-name.ts';
import { isSameText } from './compare.ts';
import { computerOfName, computersOfDomain, computersOfFullName, type KnownComputer } from './queries.ts';

/**
 * Returns the computers that a host name may mean. A whole name means the computer that reported it, else the one of the
 * short name if that has reported no other whole name. A short name means each computer that has it, with whatever domain.
 */
export function computersNamed(reader: Reader, hostname: string): KnownComputer[] {
  const fullhostname = cleanHostName(hostname);
  if (!hasDomain(fullhostname)) return computersOfShortName(reader, fullhostname);
  const whole = computersOfFullName.all(reader, { fullhostname });
  const own = whole.find((row) => row.hostname !== null && row.isactive === whole[0]?.isactive) ?? whole[0];
  const holder = own?.isactive === 1 ? undefined : holderOfName(reader, fullhostname);
  return [...(holder ? [holder] : []), ...(own ? [own] : [])];
}

/** Returns the active ones of these computers' assets, when there are several. */
export function namesakesOf(computers: readonly KnownComputer[]): number[] {
  const active = computers.filter(isActive);
  return active.length > 1 ? active.map(({ assetid }) => assetid) : [];
}

const isActive = ({ isactive }: KnownComputer): boolean => isactive === 1;

/** Two computers with one whole name are listed as a possible duplicate: the holder of the name stands for both. */
function computersOfShortName(reader: Reader, hostname: string): KnownComputer[] {
  const holder = computerOfName.get(reader, { hostname });
  const held = (holder?.fullhostname ?? holder?.hostname)?.toLowerCase();
  const withDomain = computersOfDomain.all(reader, { from: `${hostname}.`, to: `${hostname}/` });
  const withoutDomain = computersOfFullName
    .all(reader, { fullhostname: hostname })
    .filter(isActive)
    .slice(0, 1);
  const others = [...withoutDomain, ...withDomain].filter(
    ({ computerid, fullhostname }) =>
      computerid !== holder?.computerid && fullhostname?.toLowerCase() !== held,
  );
  return [...(holder ? [holder] : []), ...others];
}

/**
 * Returns the computer that holds a whole name, in any letter case of any alphabet, or its short name without another
 * domain. A person may have entered a host name with its domain.
 */
function holderOfName(reader: Reader, fullhostname: string): KnownComputer | undefined {
  const entered = computerOfName.get(reader, { hostname: fullhostname });
  if (entered) return entered;
  const holder = computerOfName.get(reader, { hostname: shortName(fullhostname) });
  if (!holder) return undefined;
  const isOther = hasDomain(holder.fullhostname ?? '') && !isSameText(holder.fullhostname, fullhostname);
  return isOther ? undefined : holder;
}
