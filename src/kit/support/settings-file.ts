import type { DeclaredSetting } from '../declared-data.ts';
import { SECRET_KEYS } from '../settings/secret-keys.ts';
import type { Redactor } from './redactor.ts';

/** A row of the settings table, of this version or an older one. */
export interface StoredSetting {
  key: string;
  value: string | null;
  sealed: string | null;
  category: string;
}

const MAX_LENGTH = 4000;
const SIMPLE = /^(?:true|false|-?\d{1,15})$/;
/** Keys of settings that name an account, senders, recipients or other people. */
const PERSON =
  /(?:^|_)(?:user|account|login|from|to|cc|bcc|sender|recipients?|contacts?|e?mail|owner|client_id|tenant)$/;
/** An email address, which often has the name of its owner next to it. */
const EMAIL = /[^\s@]@[^\s@]|%40/;

export interface SettingsFileOptions {
  declared: readonly DeclaredSetting[];
  stored: readonly StoredSetting[];
  redactor: Redactor;
  /** True when names and addresses stay. */
  isPersonal: boolean;
}

/**
 * Returns every setting by its key. A secret is shown only as `set` or `not set`. The same applies to a
 * setting that no feature declares, because its content is unknown. Unless names are included, it also
 * applies to a changed setting that names a person.
 */
export function describeSettings({
  declared,
  stored,
  ...options
}: SettingsFileOptions): Record<string, unknown> {
  const rows = new Map(stored.map((row) => [row.key, row]));
  const declarations = new Map(declared.map((one) => [one.key, one]));
  const keys = [...new Set([...declarations.keys(), ...rows.keys()])].sort();
  return Object.fromEntries(
    keys.map((key) => {
      const [declaration, row] = [declarations.get(key), rows.get(key)];
      return [
        declaration ? key : options.redactor.trustedText(key),
        {
          category: declaration?.category ?? options.redactor.trustedText(row?.category ?? ''),
          value: describeValue(declaration, row, options),
          ischanged: declaration ? isChanged(declaration, row) : null,
        },
      ];
    }),
  );
}

const isSet = (row: StoredSetting | undefined): boolean =>
  row !== undefined && (row.sealed !== null || !!row.value);

const isChanged = (declaration: DeclaredSetting, row: StoredSetting | undefined): boolean =>
  row !== undefined && (row.sealed !== null || (row.value !== null && row.value !== declaration.default));

function describeValue(
  declaration: DeclaredSetting | undefined,
  row: StoredSetting | undefined,
  { redactor, isPersonal }: Pick<SettingsFileOptions, 'redactor' | 'isPersonal'>,
): string {
  const state = isSet(row) ? 'set' : 'not set';
  if (!declaration || isSecret(declaration, row)) return state;
  const { type } = declaration;
  const text = row?.value ?? declaration.default;
  if (text === declaration.default || isSimple(type, text)) return text;
  if (!isPersonal && namesPerson(declaration, text)) return state;
  return redactor.text(text.slice(0, MAX_LENGTH));
}

const isSecret = ({ key, secret }: DeclaredSetting, row: StoredSetting | undefined): boolean =>
  secret || SECRET_KEYS.has(key) || row?.sealed != null;

/** Reports whether the setting is a choice, or a number or boolean setting with such a value. */
const isSimple = (type: DeclaredSetting['type'], text: string): boolean =>
  type === 'select' || ((type === 'boolean' || type === 'integer') && SIMPLE.test(text));

/**
 * Reports whether the value names a person. URLs are not checked for an email address, because their user is
 * removed together with the secrets.
 */
const namesPerson = ({ key, type }: DeclaredSetting, text: string): boolean =>
  PERSON.test(key) || (type === 'string' && EMAIL.test(text));
