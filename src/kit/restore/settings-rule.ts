import type { Row, Value } from '../data/reader.ts';
import type { SettingDeclaration } from '../settings/declare.ts';
import { SECRET_KEYS } from '../settings/secret-keys.ts';
import { settings } from '../tables.ts';
import type { RestoreContext, RevocationRule } from './revocation-rule.ts';

/**
 * Settings that a restore of older data leaves as they are now: secrets, which are replaced because somebody knows the old
 * one, and switches that let somebody in, where they were narrowed.
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
    isLasting(last) && isTaken(declared, { last, row, around }) ? taken(last, around) : undefined;
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
  /** Undefined where the restored data have none: then the default counts. */
  row: Row | undefined;
  around: RestoreContext;
}

function isTaken(declared: ReadonlyMap<string, SettingDeclaration>, { last, row, around }: Choice): boolean {
  const { lasting, boundTo = {}, default: byDefault } = declared.get(String(last.key)) ?? { default: '' };
  if (!Array.isArray(lasting))
    // Entered for one place, it goes to no other: there stands what was entered for that one.
    return Object.keys(boundTo).every((key) => {
      const before = around.findPrevious(key);
      // The restore may come to a lasting place only after its secret.
      return before?.value === valueIn(around, key) || (before && declared.get(key)?.lasting === true);
    });
  const width = (value: Value | undefined) => lasting.indexOf(String(value ?? byDefault));
  return width(last.value) > width(row?.value);
}

const valueIn = ({ reader }: RestoreContext, key: string): Value | undefined =>
  reader.get<Row>('SELECT value FROM settings WHERE key = ?', key)?.value;

/** What nobody can open any more is cleared, and told. */
function taken({ key, value, sealed }: Row, around: RestoreContext): Row {
  if (sealed === null || around.canDecrypt(String(sealed))) return { value: value!, sealed: sealed! };
  around.recordCleared(String(key));
  return { value: '', sealed: null };
}
