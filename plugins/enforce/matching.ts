/** What is known of a PC that an entry may be for. */
export interface Pc {
  pctype?: string | null;
  subtype?: string | null;
  hostname?: string | null;
  machinenumbers?: readonly string[];
  cmmversion?: string | null;
}

/** What an entry says of the PCs that it is for. */
export interface Targets {
  PCTypes?: unknown;
  TargetHostnames?: unknown;
  TargetMachineNumbers?: unknown;
  CMMVersions?: unknown;
}

const fold = (value: string): string => value.trim().toLowerCase();

const listOf = (given: unknown): string[] =>
  Array.isArray(given) ? given.filter((one) => typeof one === 'string').map(fold) : [];

/** Whether a text fits a pattern in which `*` stands for any characters and `?` for one; letter case says nothing. */
export function fitsGlob(pattern: string, value: string): boolean {
  const [p, v] = [fold(pattern), fold(value)];
  let [at, from, star, kept] = [0, 0, -1, 0];
  while (from < v.length) {
    if (p[at] === '*') {
      star = at++;
      kept = from;
    } else if (at < p.length && (p[at] === '?' || p[at] === v[from])) {
      at++;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++kept;
    } else return false;
  }
  while (p[at] === '*') at++;
  return at === p.length;
}

const few = (values: readonly string[]): string =>
  values.length > 5 ? `${values.slice(0, 5).join(', ')} and ${values.length - 5} more` : values.join(', ');

/** Why an entry is not for this PC, as a sentence; undefined when it is. */
export function reasonAgainst(entry: Targets, pc: Pc): string | undefined {
  return (
    againstType(listOf(entry.PCTypes), pc) ??
    againstHostname(listOf(entry.TargetHostnames), pc) ??
    againstMachine(listOf(entry.TargetMachineNumbers), pc) ??
    againstVersion(listOf(entry.CMMVersions), pc)
  );
}

function againstType(wanted: readonly string[], { pctype, subtype }: Pc): string | undefined {
  if (wanted.length === 0 || wanted.includes('*')) return undefined;
  const type = fold(pctype ?? '');
  const whole = `${type}-${fold(subtype ?? '')}`;
  if (type && (wanted.includes(type) || (subtype && wanted.includes(whole)))) return undefined;
  const subtypes = wanted.filter((one) => type && one.startsWith(`${type}-`));
  if (subtypes.length > 0)
    return `subtype: only for ${few(subtypes)}, and the subtype is ${subtype ? `"${subtype}"` : 'not given'}.`;
  return `pctype: only for ${few(wanted)}, not for ${pctype ? `"${pctype}"` : 'a PC of no type'}.`;
}

function againstHostname(wanted: readonly string[], { hostname }: Pc): string | undefined {
  if (wanted.length === 0 || (hostname && wanted.some((one) => fitsGlob(one, hostname)))) return undefined;
  return `hostname: only for ${few(wanted)}, and the host name is ${hostname ? `"${hostname}"` : 'not given'}.`;
}

function againstMachine(wanted: readonly string[], { machinenumbers = [] }: Pc): string | undefined {
  if (wanted.length === 0 || machinenumbers.some((one) => wanted.includes(fold(one)))) return undefined;
  const known = machinenumbers.length > 0 ? `"${few(machinenumbers)}"` : 'not given';
  return `machinenumber: only for ${few(wanted)}, and the machine number is ${known}.`;
}

function againstVersion(wanted: readonly string[], { cmmversion }: Pc): string | undefined {
  if (wanted.length === 0 || (cmmversion && wanted.some((one) => fitsGlob(one, cmmversion))))
    return undefined;
  return `cmmversion: only for ${few(wanted)}, and the CMM version is ${cmmversion ? `"${cmmversion}"` : 'not given'}.`;
}
