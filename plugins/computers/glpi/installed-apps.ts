import { foldName } from '../../../src/kit/fold-name.ts';

/** Versions of one program that are remembered beside the highest. */
const MAX_OTHER_VERSIONS = 20;

export interface ReportedApp {
  name: string;
  version?: string;
  publisher?: string;
  /** The day, as `2026-01-31`. */
  installdate?: string;
  /** Lower versions that stand beside it, the highest first. */
  others?: string[];
}

/** One row per name in any letter case, the highest version of it with the others, sorted by folded name: order in does not matter. */
export function dedupeApps<A extends ReportedApp>(apps: readonly A[]): A[] {
  const byName = new Map<string, A>();
  // Hardly any program is there twice: only those that are have a list.
  const beside = new Map<string, A[]>();
  for (const app of apps) {
    const key = foldName(app.name);
    const known = byName.get(key);
    if (known === undefined) byName.set(key, app);
    else beside.set(key, [...(beside.get(key) ?? [known]), app]);
  }
  for (const [key, same] of beside) byName.set(key, highestOf(same));
  return [...byName].sort(([a], [b]) => compareCodeUnits(a, b)).map(([, app]) => app);
}

/** The highest of several versions of one program, and the others with it. */
function highestOf<A extends ReportedApp>(same: readonly A[]): A {
  const [highest, ...rest] = same.toSorted((a, b) => compareApps(b, a)) as [A, ...A[]];
  const told = [
    ...(highest.others ?? []),
    ...rest.flatMap(({ version, others = [] }) => [version, ...others]),
  ];
  const lower = new Set(told.filter((one): one is string => one !== undefined && one !== highest.version));
  const others = [...lower].sort((a, b) => compareVersions(b, a)).slice(0, MAX_OTHER_VERSIONS);
  return { ...highest, ...(others.length > 0 && { others }) };
}

/** Total, so that two rows of one name always yield the same winner. */
function compareApps(a: ReportedApp, b: ReportedApp): number {
  return (
    compareVersions(a.version ?? '', b.version ?? '') ||
    compareCodeUnits(a.version ?? '', b.version ?? '') ||
    compareCodeUnits(b.name, a.name) ||
    compareCodeUnits(a.publisher ?? '', b.publisher ?? '')
  );
}

/** Runs of digits compare by value, runs of letters by code unit, a longer version is higher: 1.10 > 1.9, 2 > 1.99. */
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
  // By length, then by digits: versions hold numbers beyond what a double keeps exact.
  const x = a.replace(/^0+/, '');
  const y = b.replace(/^0+/, '');
  return x.length - y.length || compareCodeUnits(x, y);
}

function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
