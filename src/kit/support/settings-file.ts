import type { DeclaredSetting } from '../declared-data.ts';
import { SECRET_KEYS } from '../settings/secret-keys.ts';
import type { Redactor } from './redactor.ts';

/** A row of the table, of this version or an older one. */
export interface StoredSetting {
  key: string;
  value: string | null;
  sealed: string | null;
  category: string;
}

const MAX_LENGTH = 4000;
const SIMPLE = /^(?:true|false|-?\d{1,15})$/;
/** Settings that name an account or recipients. */
const ACCOUNT = /(?:user|account|login|recipients|client_id|tenant)$/;

export interface SettingsFileOptions {
  declared: readonly DeclaredSetting[];
  stored: readonly StoredSetting[];
  redactor: Redactor;
  /** Whether names and addresses stay. */
  isPersonal: boolean;
}

/**
 * Returns every setting by its key. Of a secret it returns only whether it is set, and the same of one that no feature
 * declares, because nobody says what is in it.
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
        isName(key) ? key : options.redactor.text(key),
        {
          category: declaration?.category ?? row?.category,
          value: describeValue(key, declaration, row, options),
          ischanged: declaration ? isChanged(declaration, row) : null,
        },
      ];
    }),
  );
}

/** Reports whether a key is one of a program; a setting may be stored under any text. */
const isName = (key: string): boolean => /^[a-z][a-z0-9_.]{1,80}$/.test(key);

const isSet = (row: StoredSetting | undefined): boolean =>
  row !== undefined && (row.sealed !== null || !!row.value);

const isChanged = (declaration: DeclaredSetting, row: StoredSetting | undefined): boolean =>
  row !== undefined && (row.sealed !== null || (row.value !== null && row.value !== declaration.default));

function describeValue(
  key: string,
  declaration: DeclaredSetting | undefined,
  row: StoredSetting | undefined,
  { redactor, isPersonal }: Pick<SettingsFileOptions, 'redactor' | 'isPersonal'>,
): string {
  const state = isSet(row) ? 'set' : 'not set';
  const text = row?.value ?? declaration?.default ?? '';
  if (declaration?.secret || SECRET_KEYS.has(key) || row?.sealed != null) return state;
  if (SIMPLE.test(text) && declaration?.type !== 'string' && declaration?.type !== 'text') return text;
  if (!declaration || (ACCOUNT.test(key) && !isPersonal)) return state;
  if (declaration.type === 'select' || text === declaration.default) return text;
  return redactor.text(text.slice(0, MAX_LENGTH));
}
