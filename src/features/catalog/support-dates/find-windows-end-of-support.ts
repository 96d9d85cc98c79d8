import dates from './support-dates.json' with { type: 'json' };

/** The last day of support, and the page of the vendor with that date. */
export interface SupportDate {
  until: string;
  source: string;
}

type WindowsSystem = (typeof dates.windowsreleases)[number];
type Edition = 'pro' | 'enterprise' | 'ltsc' | 'iotltsc';

/** Editions with dates of their own that are not in the data. */
const OTHER_EDITION = /\b(?:embedded|iot core|mobile|team|thin|posready|server)\b/;
const PRO = /\b(?:pro|professional|professionnel|home|famille|core|single language)\b/;
const ENTERPRISE = /\b(?:enterprise|entreprise|education)\b/;
/** The versions of the long-term editions by the year in their names. */
const LTSC_VERSIONS: Readonly<Record<string, string>> = {
  2015: '1507',
  2016: '1607',
  2019: '1809',
  2021: '21h2',
  2024: '24h2',
};

/** Returns the last day of support of a Windows by its normalized name and version, or null. */
export function findWindowsEndOfSupport(name: string, version: string): SupportDate | null {
  const isNamed = ({ system }: { system: string }) => name === system || name.startsWith(`${system} `);
  const simple = dates.windows.find(isNamed);
  if (simple) {
    const isOther = OTHER_EDITION.test(name.slice(simple.system.length));
    const kernel = /^\d+\.\d+(?=\.|$)/.exec(version)?.[0];
    const contradicts = kernel !== undefined && !`${kernel}.`.startsWith(`${simple.kernel}.`);
    return isOther || contradicts ? null : { until: simple.until, source: simple.source };
  }
  const system = dates.windowsreleases.find(isNamed);
  const until = system && findReleaseDate(system, name.slice(system.system.length), version);
  return system && until ? { until, source: system.source } : null;
}

function findReleaseDate(system: WindowsSystem, edition: string, version: string): string | null {
  if (OTHER_EDITION.test(edition)) return null;
  const kind = editionOf(edition);
  const text = `${edition} ${version}`;
  const years = kind?.endsWith('ltsc') ? new Set(edition.match(/\b20\d\d\b/g)) : new Set<string>();
  if (years.size > 1) return null;
  const [year] = years;
  const named = system.releases.filter(
    (release) =>
      new RegExp(`\\b${release.build}\\b`).test(text) ||
      new RegExp(`\\b${release.version}\\b`).test(version || edition) ||
      (year !== undefined && LTSC_VERSIONS[year] === release.version),
  );
  if (named.length > 1) return null;
  const [release] = named;
  if (release) {
    if (kind) return (release as Partial<Record<Edition, string>>)[kind] ?? null;
    return release.pro === release.enterprise && !('ltsc' in release) ? release.pro : null;
  }
  const isUnversioned = !/\d/.test(text);
  return isUnversioned && (kind === 'pro' || kind === 'enterprise') ? (system[kind] ?? null) : null;
}

function editionOf(text: string): Edition | undefined {
  if (/\blts[bc]\b/.test(text)) return /\biot\b/.test(text) ? 'iotltsc' : 'ltsc';
  if (PRO.test(text)) return 'pro';
  return ENTERPRISE.test(text) ? 'enterprise' : undefined;
}
