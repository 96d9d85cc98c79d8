/** Properties of a PC that entries match. */
export interface TargetPc {
  pctype?: string | null;
  subtype?: string | null;
  hostname?: string | null;
  machinenumbers?: readonly string[];
  cmmversion?: string | null;
}

/** Fields of an entry that select PCs. */
export interface Targets {
  PCTypes?: unknown;
  TargetHostnames?: unknown;
  TargetMachineNumbers?: unknown;
  CMMVersions?: unknown;
}

const fold = (value: string): string => value.trim().toLowerCase();

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string').map(fold) : [];

/** Reports whether a text matches a pattern, in which `*` matches any characters and `?` matches one. */
function fitsGlob(p: string, v: string): boolean {
  let [at, from, star, resume] = [0, 0, -1, 0];
  while (from < v.length) {
    if (p[at] === '*') {
      star = at++;
      resume = from;
    } else if (at < p.length && (p[at] === '?' || p[at] === v[from])) {
      at++;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++resume;
    } else return false;
  }
  while (p[at] === '*') at++;
  return at === p.length;
}

/** Reports whether a text matches one of the patterns, which are in lower case. */
function fitsOne(patterns: readonly string[], value: string): boolean {
  const folded = fold(value);
  return patterns.some((pattern) => fitsGlob(pattern, folded));
}

const listFew = (values: readonly string[]): string =>
  values.length > 5 ? `${values.slice(0, 5).join(', ')} and ${values.length - 5} more` : values.join(', ');

/**
 * Returns a function that explains in one sentence why an entry is not for a PC. It returns undefined when
 * the entry applies. The lists are prepared once for many PCs.
 */
export function createTargetMatcher(entry: Targets): (pc: TargetPc) => string | undefined {
  const types = listOf(entry.PCTypes);
  const hostnames = listOf(entry.TargetHostnames);
  const machines = listOf(entry.TargetMachineNumbers);
  const versions = listOf(entry.CMMVersions);
  return (pc) =>
    againstType(types, pc) ??
    againstHostname(hostnames, pc) ??
    againstMachine(machines, pc) ??
    againstVersion(versions, pc);
}

/** Explains in one sentence why an entry is not for a PC. Returns undefined when it applies. */
export const explainMismatch = (entry: Targets, pc: TargetPc): string | undefined =>
  createTargetMatcher(entry)(pc);

function againstType(wanted: readonly string[], { pctype, subtype }: TargetPc): string | undefined {
  if (wanted.length === 0 || wanted.includes('*')) return undefined;
  const type = fold(pctype ?? '');
  const whole = `${type}-${fold(subtype ?? '')}`;
  if (type && (wanted.includes(type) || (subtype && wanted.includes(whole)))) return undefined;
  const subtypes = wanted.filter((one) => type && one.startsWith(`${type}-`));
  if (subtypes.length > 0)
    return `subtype: only for ${listFew(subtypes)}, and the subtype is ${subtype ? `"${subtype}"` : 'not set'}.`;
  return `pctype: only for ${listFew(wanted)}, not for ${pctype ? `"${pctype}"` : 'a PC without a type'}.`;
}

function againstHostname(wanted: readonly string[], { hostname }: TargetPc): string | undefined {
  if (wanted.length === 0 || (hostname && fitsOne(wanted, hostname))) return undefined;
  return `hostname: only for ${listFew(wanted)}, and the host name is ${hostname ? `"${hostname}"` : 'not set'}.`;
}

function againstMachine(wanted: readonly string[], { machinenumbers = [] }: TargetPc): string | undefined {
  if (wanted.length === 0 || machinenumbers.some((one) => wanted.includes(fold(one)))) return undefined;
  const actual = machinenumbers.length > 0 ? `"${listFew(machinenumbers)}"` : 'not set';
  return `machinenumber: only for ${listFew(wanted)}, and the machine number is ${actual}.`;
}

function againstVersion(wanted: readonly string[], { cmmversion }: TargetPc): string | undefined {
  if (wanted.length === 0 || (cmmversion && fitsOne(wanted, cmmversion))) return undefined;
  return `cmmversion: only for ${listFew(wanted)}, and the CMM version is ${cmmversion ? `"${cmmversion}"` : 'not set'}.`;
}
