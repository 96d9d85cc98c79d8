import { foldName } from '../../../src/kit/fold-name.ts';

/** Maximum other versions of one program, besides the highest. */
const MAX_OTHER_VERSIONS = 20;

export interface ReportedApp {
  name: string;
  version?: string;
  publisher?: string;
  /** Date such as `2026-01-31`. */
  installdate?: string;
  /** Lower versions that are installed too, the highest first. */
  others?: string[];
}

/**
 * Returns one row per name, ignoring case: that of the highest version, with at most 20 lower versions in
 * `others`. Of rows with equal name, version and publisher, the first one wins. The rows are sorted by folded
 * name.
 */
export function dedupeApps<A extends ReportedApp>(apps: readonly A[]): A[] {
  const byName = new Map<string, A>();
  // Few programs occur twice, so only those get a list.
  const beside = new Map<string, A[]>();
  for (const app of apps) {
    const key = foldName(app.name);
    const first = byName.get(key);
    if (first === undefined) byName.set(key, app);
    else beside.set(key, [...(beside.get(key) ?? [first]), app]);
  }
  for (const [key, same] of beside) byName.set(key, highestOf(same));
  return [...byName].sort(([a], [b]) => compareCodeUnits(a, b)).map(([, app]) => app);
}

/** Returns the highest of several versions of one program, with the others. */
function highestOf<A extends ReportedApp>(same: readonly A[]): A {
  const [highest, ...rest] = same.toSorted((a, b) => compareApps(b, a)) as [A, ...A[]];
  const versions = [
    ...(highest.others ?? []),
    ...rest.flatMap(({ version, others = [] }) => [version, ...others]),
  ];
  const lower = new Set(
    versions.filter((one): one is string => one !== undefined && one !== highest.version),
  );
  const others = [...lower].sort((a, b) => compareVersions(b, a)).slice(0, MAX_OTHER_VERSIONS);
  return { ...highest, ...(others.length > 0 && { others }) };
}

/** Compares two rows of one program by version, name and publisher. */
function compareApps(a: ReportedApp, b: ReportedApp): number {
  return (
    compareVersions(a.version ?? '', b.version ?? '') ||
    compareCodeUnits(a.version ?? '', b.version ?? '') ||
    compareCodeUnits(b.name, a.name) ||
    compareCodeUnits(a.publisher ?? '', b.publisher ?? '')
  );
}

/**
 * Compares versions. Runs of digits compare by value, runs of letters by code unit in lower case, and digits
 * are higher than letters. If one version continues the other, the longer one is higher: 1.10 > 1.9, 1.2.1 >
 * 1.2.
 */
export function compareVersions(a: string, b: string): number {
  const left = a.toLowerCase().match(/\d+|[a-z]+/g) ?? [];
  const right = b.toLowerCase().match(/\d+|[a-z]+/g) ?? [];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = compareRuns(left[i], right[i]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareRuns(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const aDigits = /^\d/.test(a);
  if (aDigits !== /^\d/.test(b)) return aDigits ? 1 : -1;
  if (!aDigits) return compareCodeUnits(a, b);
  // Compares the length, then the digits, because versions contain numbers that a double cannot represent
  // exactly.
  const x = a.replace(/^0+/, '');
  const y = b.replace(/^0+/, '');
  return x.length - y.length || compareCodeUnits(x, y);
}

function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
