import type { NameMask } from './name-mask.ts';
import type { SecretMask } from './secret-mask.ts';

/** Replaces a text that may contain a name or a secret that could not be read from the database. */
export const LEFT_OUT = '(left out)';

/** Codes of errors and lines of a stack stay when a text is left out. */
const CODE = /\b(?:SQLITE_[A-Z_]{2,40}|E[A-Z]{3,15})\b/g;
const STACK_LINE = /^[ \t]{1,20}at .{1,400}$/gm;
/** Fields with values of the program's own: the route is written as it is declared. */
const PLAIN_FIELDS = new Set(['time', 'level', 'method', 'path']);
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

/** Dependencies of a redactor. */
export interface RedactorOptions {
  secrets: SecretMask;
  /** Undefined: names and addresses stay. */
  names: NameMask | undefined;
  /** True when every secret, and every name to mask, could be read. */
  isComplete: boolean;
}

/** Removes secrets from everything that goes into a support bundle, and names and addresses unless they were requested. */
export class Redactor {
  constructor(private readonly options: RedactorOptions) {}

  /** Redacts a text that may hold anything, such as the message of an error. */
  text(text: string): string {
    return this.known(this.options.isComplete ? text : omit(text));
  }

  /** Redacts a text that the program itself writes; what is in it is masked as far as it is known. */
  known(text: string): string {
    const { secrets, names } = this.options;
    const masked = secrets.mask(text);
    return names ? names.mask(masked) : masked;
  }

  /** Redacts all texts within a value of JSON. The keys stay. */
  value(value: unknown, field = ''): unknown {
    if (typeof value === 'string') return this.fieldText(field, value);
    if (Array.isArray(value)) return value.map((one) => this.value(one, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.value(one, key)]));
  }

  private fieldText(field: string, value: string): string {
    if (PLAIN_FIELDS.has(field)) return value;
    if (CONSTANT_FIELDS.has(field)) return this.known(value);
    // A secret may have been entered where a name belongs.
    const masked = this.options.secrets.mask(value);
    return (masked === value && this.options.names?.maskField(field, value)) || this.text(masked);
  }
}

const omit = (text: string): string =>
  [LEFT_OUT, ...new Set(text.match(CODE) ?? []), ...(text.match(STACK_LINE) ?? [])].join('\n');
