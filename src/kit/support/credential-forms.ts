import { SECRET_MASK } from '../secrets.ts';

/** The formats of credentials. They are masked even when the value is unknown. */
const PATTERNS: readonly RegExp[] = [
  // Tokens of this product, and keys of webhooks.
  /\bmw_[a-z]{2,10}_[\w-]{8,200}/g,
  /\bwhsec_[\w+/=-]{8,200}/g,
  /\bAGE-SECRET-KEY-[A-Z0-9]{8,200}/g,
  /\$argon2\w{1,3}\$[\w$=,+/-]{8,300}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,10000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  /\b(?:Bearer|Basic) [\w.~+/=-]{8,4000}/gi,
];
/** Words joined by dots, among them JSON web tokens. */
const DOTTED = /[\w.-]{28,}/g;
const MIN_PART_LENGTH = 8;
const WEB_TOKEN = /(?<![A-Za-z0-9])eyJ/;
/** The user in a URL, with or without a password. */
const USER_IN_URL = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'<>/]{1,300}@/gi;
/** A password in a URL that contains a slash. The rest looks like a path with an @. */
const SLASH_IN_PASSWORD = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'<>/:@]{0,100}:[^\s"'<>?]{1,200}@/gi;
/** The query of a URL or of a path. */
const QUERY = /\?[^\s"'<>?=]{1,200}=[^\s"'<>]{0,4000}/g;
/** Values after the # of a URL, as an OAuth sign-in returns them. */
const FRAGMENT = /#[\w.%-]{1,100}=[^\s"'<>]{0,4000}/g;
const NAME_OF_SECRET =
  'pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|accesskey|client[_-]?secret|private[_-]?key|authorization';
/** `password=...` and `"token": "..."`, also with a prefix such as `db_`. */
const NAMED = new RegExp(
  `((?<![a-z0-9])(?:${NAME_OF_SECRET})\\\\{0,2}["']?\\s{0,3}[=:]\\s{0,3})(\\\\{0,2}"[^"\\r\\n]{1,1000}"|'[^'\\r\\n]{1,1000}'|[^\\s"',;&<>]{1,1000})`,
  'gi',
);
const FIELD = new RegExp(`^(?:[a-z0-9]{1,30}_)?(?:${NAME_OF_SECRET})$`, 'i');

/** Reports whether a field has a name like that of a password or a token. */
export const isSecretField = (field: string): boolean => FIELD.test(field);

/**
 * Masks in a text what looks like a credential, and the query and fragment of URLs. Removes the user from
 * URLs.
 */
export function replaceCredentials(text: string): string {
  return PATTERNS.reduce((rest, pattern) => rest.replace(pattern, SECRET_MASK), text)
    .replace(DOTTED, hideWebToken)
    .replace(USER_IN_URL, '$1')
    .replace(SLASH_IN_PASSWORD, `$1${SECRET_MASK}@`)
    .replace(QUERY, `?${SECRET_MASK}`)
    .replace(FRAGMENT, `#${SECRET_MASK}`)
    .replace(NAMED, `$1${SECRET_MASK}`);
}

/** Masks a JSON web token, which has three parts of which the first is JSON. */
function hideWebToken(text: string): string {
  const parts = text.split('.');
  const first = parts.findIndex(
    (part, at) =>
      part.length >= MIN_PART_LENGTH &&
      WEB_TOKEN.test(part) &&
      [parts[at + 1], parts[at + 2]].every((other = '') => other.length >= MIN_PART_LENGTH),
  );
  if (first < 0) return text;
  const before = parts.slice(0, first + 1).join('.');
  return text.slice(0, before.length - parts[first]!.length + parts[first]!.search(WEB_TOKEN)) + SECRET_MASK;
}
