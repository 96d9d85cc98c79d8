import { foldName } from '../fold-name.ts';
import type { NameMask } from './name-mask.ts';
import type { SecretMask } from './secret-mask.ts';

/**
 * The replacement for a text that may contain a name or a secret that could not be read from the database.
 */
export const OMITTED = '(omitted)';

/** Error codes, which stay when a text is omitted. The lines of a stack stay as well. */
const CODE = /\b(?:SQLITE_[A-Z_]{2,40}|E[A-Z]{3,15})\b/g;
const STACK_LINE = /^[ \t]{1,20}at .{1,400}$/gm;
/**
 * The forms of the program's own values. Paths are those of declared routes, at the top level of a log line
 * only.
 */
const PLAIN_FIELDS: ReadonlyMap<string, RegExp> = new Map([
  ['time', /^\d{4}-\d\d-\d\dT[\d:.]{1,20}Z$/],
  ['level', /^(?:debug|info|warn|error)$/],
  ['requestid', /^[0-9a-f]{12}-[0-9a-z]{1,12}$/],
  ['method', /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/],
]);
const ROUTE = /^\/(?:api\/[\w:/*-]{0,200}|\*)?$/;
/** Fields with constant texts. */
const CONSTANT_FIELDS = new Set([
  'message',
  'actor',
  'job',
  'jobname',
  'title',
  'plugin',
  'what',
  'event',
  'kind',
]);

/** Keys that stay even if they equal a name, because readers of the bundle search for them. */
const PLAIN_KEYS = new Set([...CONSTANT_FIELDS, ...PLAIN_FIELDS.keys(), 'path', 'status', 'cause', 'reason']);
const IDENTIFIER = /^\w{1,60}$/;

/** Dependencies of a redactor. */
export interface RedactorOptions {
  secrets: SecretMask;
  /** Masks names and addresses; undefined when they stay. */
  names: NameMask | undefined;
  /** The user names of the accounts. */
  accounts?: readonly string[];
  /** True when all secrets, and all names to mask, could be read. */
  isComplete: boolean;
}

/**
 * Removes secrets from everything that is added to a support bundle, and names and addresses unless they were
 * requested.
 */
export class Redactor {
  private readonly accounts: ReadonlySet<string>;

  constructor(private readonly options: RedactorOptions) {
    this.accounts = new Set(options.accounts?.map(foldName));
  }

  /** Reports whether a typed user name belongs to an account. */
  isAccount(username: string): boolean {
    return this.accounts.has(foldName(username.trim()));
  }

  /**
   * Redacts a text with arbitrary content, such as the message of an error. Omits it, except for error codes
   * and lines of a stack, unless all secrets and names to mask could be read.
   */
  text(text: string): string {
    return this.trustedText(this.options.isComplete ? text : omit(text));
  }

  /** Redacts a text that the program itself writes. Masks known secrets and names in it. */
  trustedText(text: string): string {
    const { secrets, names } = this.options;
    const masked = secrets.mask(text);
    return names ? names.mask(masked) : masked;
  }

  /**
   * Redacts the texts and keys in a JSON value. The program's own keys and values, such as times and routes,
   * stay.
   */
  value(value: unknown): unknown {
    return this.redact(value, '', 0);
  }

  private redact(value: unknown, field: string, depth: number): unknown {
    if (typeof value === 'string') return this.fieldText(field, value, depth);
    if (Array.isArray(value)) return value.map((one) => this.redact(one, field, depth));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [this.key(key), this.redact(one, key, depth + 1)]),
    );
  }

  private key(key: string): string {
    if (PLAIN_KEYS.has(key)) return key;
    return IDENTIFIER.test(key) ? this.trustedText(key) : this.text(key);
  }

  private fieldText(field: string, value: string, depth: number): string {
    const form = field === 'path' && depth === 1 ? ROUTE : PLAIN_FIELDS.get(field);
    if (form?.test(value)) return value;
    if (CONSTANT_FIELDS.has(field)) return this.trustedText(value);
    // A user may have entered a secret in the field for a name.
    const masked = this.options.secrets.maskField(field, value);
    return (masked === value && this.options.names?.maskField(field, value)) || this.text(masked);
  }
}

const omit = (text: string): string =>
  [OMITTED, ...new Set(text.match(CODE) ?? []), ...(text.match(STACK_LINE) ?? [])].join('\n');
