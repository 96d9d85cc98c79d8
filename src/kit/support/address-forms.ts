import { readIpAddress, readMacAddress } from '../network-address.ts';
import { isDistinctive, type NameKind } from './known-names.ts';

/** A function that returns the placeholder of a name or an address. */
export type Placeholder = (kind: NameKind | 'address', name: string) => string;

/** An email address, also with a quoted name, in a URL, and with a bracketed address as its domain. */
const EMAIL =
  /(?:"[^"\r\n]{1,64}"|(?<![\p{L}\p{N}_.%+!#$&'’*^|~`-])[\p{L}\p{N}_.%+!#$&'’*^|~`-]+)(?:@|%(?:25)?40)(?:\[[^\]\s]{1,60}\]|[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,253}[\p{L}\p{N}])?)/gu;
/** Quotation marks before an address, which may also be characters of its name. */
const OPENING = /^['`]+/;
const ENCODED_AT = /%(?:25)?40/i;
/** An account as MySQL writes it: 'user'@'host'. */
const ACCOUNT_AT_HOST = /(['`])([^'`\r\n]{1,100})\1@\1([^'`\r\n]{1,255})\1/g;
/** An IPv4 address. Five numbers, as in a version, do not match; a port may follow after a dot. */
const IPV4 = /(?<!\d)(?<!\d\.)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\d)(?!\.\d{1,3}(?!\d))/g;
/**
 * Candidates for IPv6 and MAC addresses, with an optional IPv4 address at the end. Times in a log are
 * candidates too.
 */
const WITH_COLONS = /[0-9a-f]{0,4}:[0-9a-f:]+(?:\.\d{1,3}\.\d{1,3}\.\d{1,3})?/gi;
const MAX_GROUPS = 10;
/** MAC addresses with dashes, with dots, and without separators. */
const MACS = [
  /(?<![0-9a-f])(?<!\b[0-9a-f]{2}-)[0-9a-f]{2}-[0-9a-f]{2}-[0-9a-f]{2}-[0-9a-f]{2}-[0-9a-f]{2}-[0-9a-f]{2}(?![0-9a-f])(?!-[0-9a-f]{2}\b)/gi,
  /(?<![0-9a-f])(?<![0-9a-f]\.)[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![0-9a-f])(?!\.[0-9a-f])/gi,
  /(?<![0-9a-z])(?<![0-9a-f]{4}-)(?!\d{12})[0-9a-f]{12}(?![0-9a-z])/gi,
];
/** The home folder of an account, whose name may contain blanks on Windows. */
const HOME = /((?:\b[a-z]:)?[\\/]{1,4}(?:home|users)[\\/]{1,4})([^\\/:*?"<>|\r\n]{1,100})/gi;
const LEADING_NAME = /^[^\s'`;,]+(?: \p{Lu}[^\s'`;,]*)?(?: \p{Lu}[^\s'`;,]*)?/u;
const LOCAL = /^(?:127\.|0\.0\.0\.0$|255\.|::1?$)/;

/**
 * Replaces names and addresses that are recognized by their form. These are email, IP and MAC addresses,
 * accounts in the paths of home folders, and accounts such as `'user'@'host'`. General names such as `root`
 * stay, and so do addresses that say nothing about the site (`replaceAddress`).
 */
export function replaceForms(text: string, placeholder: Placeholder): string {
  const maskIp = (address: string) => replaceAddress(address, placeholder) ?? address;
  const masked = text
    .replace(ACCOUNT_AT_HOST, (_all, mark: string, user: string, host: string) => {
      const name = isDistinctive(user) ? placeholder('person', user) : user;
      return `${mark}${name}${mark}@${mark}${isDistinctive(host) ? placeholder('pc', host) : host}${mark}`;
    })
    .replace(EMAIL, (email) => maskEmail(email, placeholder))
    .replace(WITH_COLONS, (run, at: number, whole: string) => maskRun(run, at, whole, placeholder));
  return MACS.reduce((rest, pattern) => rest.replace(pattern, maskIp), masked)
    .replace(IPV4, maskIp)
    .replace(HOME, (all, folder: string, name: string, at: number, whole: string) => {
      const account = accountIn(folder, name, whole.charAt(at - 1), whole.charAt(at + all.length));
      return isDistinctive(account)
        ? folder + placeholder('person', account) + name.slice(account.length)
        : all;
    });
}

/**
 * Returns the placeholder of an IP or MAC address. Addresses that say nothing about the site are returned
 * unchanged: loopback, unspecified, and those that begin with 255. Returns undefined for any other text.
 */
export function replaceAddress(text: string, placeholder: Placeholder): string | undefined {
  const decimal = /^[\d.]+$/.test(text) ? text.replace(/(^|\.)0+(?=\d)/g, '$1') : text;
  const address = readIpAddress(decimal) ?? readMacAddress(text);
  if (address === undefined || LOCAL.test(address)) return address && text;
  return placeholder('address', address);
}

function maskEmail(email: string, placeholder: Placeholder): string {
  const opening = OPENING.exec(email)?.[0] ?? '';
  return opening + placeholder('person', email.slice(opening.length).replace(ENCODED_AT, '@'));
}

/**
 * Masks the address in a run of hexadecimal digits and colons. A word before it or a port after it may look
 * like a group of the address. A run with more groups than an address is a fingerprint and stays.
 */
function maskRun(run: string, at: number, whole: string, placeholder: Placeholder): string {
  const groups = run.split(':');
  const isAfterLetter = /\p{L}/u.test(whole.charAt(at - 1));
  const isWithinWord = isAfterLetter || /\p{L}/u.test(whole.charAt(at + run.length));
  if (groups.length < (isWithinWord ? 4 : 3) || groups.length > MAX_GROUPS) return run;
  const isFirstOfWord = isAfterLetter && /^[a-f]+$/i.test(groups[0]!);
  for (const first of isFirstOfWord ? [1, 0] : [0, 1])
    for (const last of [groups.length, groups.length - 1]) {
      const text = groups.slice(first, last).join(':');
      const masked = isAddress(text) ? replaceAddress(text, placeholder) : undefined;
      if (masked !== undefined) return [...groups.slice(0, first), masked, ...groups.slice(last)].join(':');
    }
  return run;
}

/** Reports whether a text with colons is an IPv6 address, or a MAC address in six groups. */
const isAddress = (text: string): boolean =>
  readIpAddress(text) !== undefined ||
  (text.split(':').length === 6 && text.split(':').every((group) => /^[0-9a-f]{1,2}$/i.test(group)));

/** Returns the account name at the beginning of the text after the folder of all home folders. */
function accountIn(folder: string, name: string, before: string, after: string): string {
  if (/['`]/.test(before) && name.includes(before)) return name.slice(0, name.indexOf(before));
  const isWindows = /[:\\]/.test(folder);
  if (isWindows && /[\\/"]/.test(after)) return name;
  const words = LEADING_NAME.exec(name)?.[0] ?? '';
  return isWindows ? words : (words.split(' ')[0] ?? '');
}
