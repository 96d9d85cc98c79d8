import { foldName } from '../fold-name.ts';
import type { NameMask } from './name-mask.ts';
import type { SecretMask } from './secret-mask.ts';

/** Replaces a text that may contain a name or a secret that could not be read from the database. */
export const LEFT_OUT = '(left out)';

/** Codes of errors and lines of a stack stay when a text is left out. */
const CODE = /\b(?:SQLITE_[A-Z_]{2,40}|E[A-Z]{3,15})\b/g;
const STACK_LINE = /^[ \t]{1,20}at .{1,400}$/gm;
/** Forms of the program's own values. Paths are those of routes as they are declared, in the fields of a log line itself. */
const PLAIN: ReadonlyMap<string, RegExp> = new Map([
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

/** Keys that stay even when somebody is called so: a reader looks for them. */
const PLAIN_KEYS = new Set([...CONSTANT_FIELDS, ...PLAIN.keys(), 'path', 'status', 'cause', 'reason']);
const IDENTIFIER = /^\w{1,60}$/;

/** Dependencies of a redactor. */
export interface RedactorOptions {
  secrets: SecretMask;
  /** Undefined: names and addresses stay. */
  names: NameMask | undefined;
  /** User names of the accounts. */
  accounts?: readonly string[];
  /** True when every secret, and every name to mask, could be read. */
  isComplete: boolean;
}

/** Removes secrets from everything that goes into a support bundle, and names and addresses unless they were requested. */
export class Redactor {
  private readonly accounts: ReadonlySet<string>;

  constructor(private readonly options: RedactorOptions) {
    this.accounts = new Set(options.accounts?.map(foldName));
  }

  /** Reports whether a typed user name is that of an account. */
  isAccount(username: string): boolean {
    return this.accounts.has(foldName(username.trim()));
  }

  /** Redacts a text that may hold anything, such as the message of an error. */
  text(text: string): string {
    return this.trustedText(this.options.isComplete ? text : omit(text));
  }

  /** Redacts a text that the program itself writes; what is in it is masked as far as it is known. */
  trustedText(text: string): string {
    const { secrets, names } = this.options;
    const masked = secrets.mask(text);
    return names ? names.mask(masked) : masked;
  }

  /** Redacts all texts within a value of JSON, and the keys that are not the program's own. */
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
    const form = field === 'path' && depth === 1 ? ROUTE : PLAIN.get(field);
    if (form?.test(value)) return value;
    if (CONSTANT_FIELDS.has(field)) return this.trustedText(value);
    // A secret may have been entered where a name belongs.
    const masked = this.options.secrets.maskField(field, value);
    return (masked === value && this.options.names?.maskField(field, value)) || this.text(masked);
  }
}

const omit = (text: string): string =>
  [LEFT_OUT, ...new Set(text.match(CODE) ?? []), ...(text.match(STACK_LINE) ?? [])].join('\n');
