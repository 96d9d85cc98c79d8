import { foldName } from '../../../kit/fold-name.ts';
import { findWindowsEndOfSupport, type SupportDate } from './find-windows-end-of-support.ts';
import dates from './support-dates.json' with { type: 'json' };

/** Other names of the same distribution, each at the beginning of the folded name. */
const ALIASES: readonly [RegExp, string][] = [
  [/^rhel\b/, 'red hat enterprise linux'],
  [/^oracle linux server\b/, 'oracle linux'],
  [/^alma ?linux( os)?\b/, 'almalinux'],
  [/^sles\b/, 'suse linux enterprise server'],
  [/^centos(?! stream| linux)\b/, 'centos linux'],
];
/** A release, and not the version of a kernel such as `6.1.0-18-amd64`. */
const RELEASE = /^(\d+)(?:[.-](\d+))?(?:\.\d+)?(?![\w.-])/;
const SERVICE_PACK = /\bsp ?(\d)\b/;
/** Editions with their own dates. */
const OTHER_EDITION = /\b(?:core|sap|real time|desktop|micro)\b/;

/** Returns the last day on which the vendor supports an operating system, as `findSupportDate` does. */
export const findEndOfSupport = (osname: string, osversion: string | null): string | null =>
  findSupportDate(osname, osversion)?.until ?? null;

/**
 * Returns the last day on which the vendor supports an operating system, and the page of the vendor, from the
 * dates that ship with the product. Returns null when its name and version do not determine exactly one date.
 */
export function findSupportDate(osname: string, osversion: string | null): SupportDate | null {
  const name = normalize(osname);
  const version = normalize(osversion ?? '');
  return name.startsWith('windows ')
    ? findWindowsEndOfSupport(name, version)
    : findLinuxEndOfSupport(name, version);
}

const normalize = (text: string): string =>
  foldName(text)
    .replace(/\((?:r|tm)\)|[®™]|\bmicrosoft\b|\bgnu\/linux\b/g, ' ')
    .replace(/-sp(?=\d)/g, ' sp')
    .replace(/\s+/g, ' ')
    .trim();

function findLinuxEndOfSupport(rawName: string, version: string): SupportDate | null {
  const name = ALIASES.reduce((text, [pattern, system]) => text.replace(pattern, system), rawName);
  const system = dates.linux.find((one) => name === one.system || name.startsWith(`${one.system} `));
  if (!system) return null;
  const rest = name
    .slice(system.system.length)
    .trim()
    .replace(/^(?:release|version|lts)\b ?/, '');
  if (OTHER_EDITION.test(rest)) return null;
  const releases: Record<string, string | undefined> = system.releases;
  const keys = new Set(
    [rest, version].flatMap((text) => listReleaseKeys(text, releases, `${rest} ${version}`)),
  );
  const [key] = keys;
  const until = keys.size === 1 ? releases[key!] : undefined;
  return until === undefined ? null : { until, source: system.source };
}

/** Returns the release that a text names, as a key of `releases`, or the raw release when it is none. */
function listReleaseKeys(text: string, releases: Record<string, string | undefined>, all: string): string[] {
  const [, major, minor] = RELEASE.exec(text) ?? [];
  if (!major) return [];
  const pack = minor ?? SERVICE_PACK.exec(all)?.[1];
  const key = [`${major}.${pack}`, major].find((one) => releases[one]);
  return [key ?? text];
}
