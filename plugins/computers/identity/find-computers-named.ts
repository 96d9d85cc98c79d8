import type { Reader } from '../../../src/kit/data/reader.ts';
import { cleanHostName, hasDomain, shortHostName } from '../../../src/kit/host-name.ts';
import { isSameText } from './compare.ts';
import { type ComputerRow, computerOfName, computersOfDomain, computersOfFullName } from './queries.ts';

/**
 * Returns the computers that a host name may mean, the holder of the name first. A full name means the active
 * computers that reported it. If there are none, it means the one with the short name that reported no other
 * full name. A short name means the computers with it in any domain, and one of those without a domain.
 * Retired computers are returned only when no active one matches. Containers with the name of an active
 * machine are left out.
 */
export function findComputersNamed(reader: Reader, hostname: string): ComputerRow[] {
  const fullhostname = cleanHostName(hostname);
  const find = hasDomain(fullhostname) ? computersOfWholeName : computersOfShortName;
  return withoutContainersOf(activeIfAny(find(reader, fullhostname)));
}

/**
 * Returns the first computer of each full name in a list, which is the holder of the name. A report is
 * compared with the holder only, because other records with that name are already listed as possible
 * duplicates.
 */
export const selectFirstOfEachName = (computers: readonly ComputerRow[]): ComputerRow[] =>
  computers.filter(
    (one, at) => at === computers.findIndex((other) => isSameText(nameOf(other), nameOf(one))),
  );

/** Returns the active assets of these computers, each once, when there are several. */
export function namesakesOf(computers: readonly ComputerRow[]): number[] {
  const active = new Set(computers.filter(isActive).map(({ assetid }) => assetid));
  return active.size > 1 ? [...active] : [];
}

/** Returns the active computers, or all if none is active. */
function activeIfAny(computers: readonly ComputerRow[]): readonly ComputerRow[] {
  const active = computers.filter(isActive);
  return active.length > 0 ? active : computers;
}

const isActive = ({ isactive }: ComputerRow): boolean => isactive === 1;
const nameOf = ({ fullhostname, hostname }: ComputerRow): string => fullhostname ?? hostname ?? '';

/**
 * Leaves out containers with the full name of a machine. Such a name means the machine, because a container
 * never takes its host name.
 */
function withoutContainersOf(computers: readonly ComputerRow[]): ComputerRow[] {
  const machines = computers.filter((one) => one.iscontainer !== 1 && isActive(one));
  return computers.filter(
    (one) => one.iscontainer !== 1 || !machines.some((other) => isSameText(nameOf(other), nameOf(one))),
  );
}

function computersOfWholeName(reader: Reader, fullhostname: string): ComputerRow[] {
  const exact = activeOfFullName(reader, fullhostname);
  if (exact.length > 0) return exact;
  const holder = holderOfName(reader, fullhostname);
  if (holder && isSameText(holder.fullhostname, fullhostname))
    return [holder, ...activeOfFullName(reader, holder.fullhostname!).filter(isAnother(holder))];
  const [retired] = computersOfFullName.all(reader, { fullhostname });
  return [holder, retired].filter((one) => one !== undefined);
}

/** Returns the active computers with a full name, the holder of its short name first. */
const activeOfFullName = (reader: Reader, fullhostname: string): ComputerRow[] =>
  computersOfFullName
    .all(reader, { fullhostname })
    .filter(isActive)
    .sort((one, other) => Number(one.hostname === null) - Number(other.hostname === null));

/**
 * Returns the computers with a short host name. The holder of the name represents others without a domain.
 */
function computersOfShortName(reader: Reader, hostname: string): ComputerRow[] {
  const holder = computerOfName.get(reader, { hostname });
  const withDomain = computersOfDomain.all(reader, { from: `${hostname}.`, to: `${hostname}/` });
  const withoutDomain = activeOfFullName(reader, hostname).slice(0, 1);
  const isHeld = holder !== undefined && !hasDomain(nameOf(holder)) && isSameText(nameOf(holder), hostname);
  const others = [...(isHeld ? [] : withoutDomain), ...withDomain];
  return holder ? [holder, ...others.filter(isAnother(holder))] : others;
}

const isAnother =
  ({ computerid }: ComputerRow) =>
  (other: ComputerRow): boolean =>
    other.computerid !== computerid;

/**
 * Returns the holder of a full name, ignoring case in any alphabet, or of its short name without another
 * domain. A user may have entered a host name with its domain. An active computer comes before a retired one.
 */
function holderOfName(reader: Reader, fullhostname: string): ComputerRow | undefined {
  const entered = computerOfName.get(reader, { hostname: fullhostname });
  if (entered && isActive(entered)) return entered;
  const holder = computerOfName.get(reader, { hostname: shortHostName(fullhostname) });
  if (!holder) return entered;
  const isOther = hasDomain(holder.fullhostname ?? '') && !isSameText(holder.fullhostname, fullhostname);
  return isOther || (entered && !isActive(holder)) ? entered : holder;
}
