import type { Row, Value } from '../data/reader.ts';
import type { SettingDeclaration } from '../settings/declare.ts';
import { SECRET_KEYS } from '../settings/secret-keys.ts';
import { settings } from '../tables.ts';
import type { RestoreContext, RevocationRule } from './revocation-rule.ts';

/**
 * Returns the rule for settings that stay at their current values when older data are restored. These are
 * secrets, because an old one may have leaked, and settings that declare `lasting`.
 */
export function createSettingsRule(declarations: readonly SettingDeclaration[]): RevocationRule {
  const declared = new Map(declarations.map((one) => [one.key, one]));
  const lasting = new Set([
    ...SECRET_KEYS,
    ...declarations.filter(({ secret, lasting: own }) => secret || own).map(({ key }) => key),
  ]);
  const named = [...lasting].map((key) => `'${key.replaceAll("'", "''")}'`).join(', ');
  const isLasting = ({ key, sealed }: Row) => lasting.has(String(key)) || sealed !== null;
  const values = (last: Row, row: Row | undefined, around: RestoreContext) =>
    isLasting(last) && isTaken(declared, { last, row, around }) ? takeValue(last, around) : undefined;
  const { key, value, sealed, valuetype, category, description } = settings;
  return {
    table: settings,
    identity: [key],
    revokedState: {},
    taken: [value, sealed],
    take: (last, row, around) => values({ ...last, key: row.key! }, row, around),
    carried: [key, value, sealed, valuetype, category, description],
    carry: (last, around) => {
      const own = values(last, undefined, around);
      return own && { ...last, ...own };
    },
    counts: (row) => `(${row}.key IN (${named}) OR ${row}.sealed IS NOT NULL)`,
  };
}

interface Choice {
  last: Row;
  /** The row of the restored data; undefined when they have none and the default counts. */
  row: Row | undefined;
  around: RestoreContext;
}

function isTaken(declared: ReadonlyMap<string, SettingDeclaration>, { last, row, around }: Choice): boolean {
  const { lasting, boundTo = {}, default: byDefault } = declared.get(String(last.key)) ?? { default: '' };
  if (!Array.isArray(lasting))
    // A secret that is bound to other settings, such as an address, is never used with other values of them.
    // The restored secret stays then.
    return Object.keys(boundTo).every((key) => {
      const before = around.findPrevious(key);
      // The rule may reach the bound setting after its secret, and then sets the current value there too.
      return before?.value === valueIn(around, key) || (before && declared.get(key)?.lasting === true);
    });
  const width = (value: Value | undefined) => lasting.indexOf(String(value ?? byDefault));
  return width(last.value) > width(row?.value);
}

const valueIn = ({ reader }: RestoreContext, key: string): Value | undefined =>
  reader.get<Row>('SELECT value FROM settings WHERE key = ?', key)?.value;

/** Clears a value that no key decrypts, and records that. */
function takeValue({ key, value, sealed }: Row, around: RestoreContext): Row {
  if (sealed === null || around.canDecrypt(String(sealed))) return { value: value!, sealed: sealed! };
  around.recordCleared(String(key));
  return { value: '', sealed: null };
}
