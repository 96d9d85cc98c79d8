export interface InstalledApp {
  name: string;
  version?: string;
  publisher?: string;
}

/** One row per name in any letter case, the highest version of it, sorted by folded name: order in does not matter. */
export function distinctApps(apps: readonly InstalledApp[]): InstalledApp[] {
  const byName = new Map<string, InstalledApp>();
  for (const app of apps) {
    const key = app.name.toLowerCase();
    const known = byName.get(key);
    if (known === undefined || compareApps(app, known) > 0) byName.set(key, app);
  }
  return [...byName].sort(([a], [b]) => compareCodeUnits(a, b)).map(([, app]) => app);
}

/** Total, so that two rows of one name always yield the same winner. */
function compareApps(a: InstalledApp, b: InstalledApp): number {
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
