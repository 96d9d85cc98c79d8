import { getTableColumns } from 'drizzle-orm';
import type { Row, Value } from '../data/reader.ts';
import { type RevocationRule, ruleKindOf, watchedColumnsOf } from './revocation-rule.ts';

/** The recorded state of one row: its watched columns, or null when it was deleted. */
export interface StateRecord {
  applianceid: string;
  tablename: string;
  key: string;
  state: Row | null;
}

/** Parses rows of `lastingstates` one by one. Edited data may contain values that no trigger writes. */
export class RecordReader {
  private readonly kin = new Map<string, RevocationRule[]>();

  constructor(rules: readonly RevocationRule[]) {
    for (const rule of rules)
      this.kin.set(ruleKindOf(rule), [...(this.kin.get(ruleKindOf(rule)) ?? []), rule]);
  }

  /**
   * Returns a record; undefined when it cannot be applied to the tables of its kind. A record of an unknown
   * kind is valid, because it is only copied on.
   */
  read({ applianceid, tablename, key, state }: Row): StateRecord | undefined {
    const [keyValues, own] = [jsonOf(key), jsonOf(state)];
    if (!Array.isArray(keyValues) || own === undefined || Array.isArray(own)) return undefined;
    if (own !== null && typeof own !== 'object') return undefined;
    const record = { applianceid: String(applianceid), tablename: String(tablename), key: String(key) };
    const kin = this.kin.get(record.tablename) ?? [];
    if (own !== null && kin.length > 0 && !isOfOne(kin, own as Row)) return undefined;
    return { ...record, state: own as Row | null };
  }
}

/** Parses JSON text. Returns null for null, and undefined for invalid JSON. */
function jsonOf(text: Value | undefined): unknown {
  if (text === null || text === undefined) return null;
  try {
    return JSON.parse(String(text));
  } catch {
    // The caller reports the record as unreadable.
    return undefined;
  }
}

const isOfOne = (kin: readonly RevocationRule[], state: Row): boolean =>
  kin.some((rule) => isOf(rule, state));

/** Reports whether every value fits its column, and no required column is missing. */
function isOf(rule: RevocationRule, state: Row): boolean {
  const guarded = new Set(watchedColumnsOf(rule));
  const columns = Object.values(getTableColumns(rule.table)).filter(({ name }) => guarded.has(name));
  const needed = new Set([
    ...Object.keys(rule.revokedState ?? {}),
    ...(rule.carried ?? []).map(({ name }) => name),
  ]);
  return (
    Object.keys(state).every((name) => guarded.has(name)) &&
    columns.every((column) =>
      column.name in state ? acceptsValue(column, state[column.name]) : !needed.has(column.name),
    ) &&
    (rule.fits?.(state) ?? true)
  );
}

function acceptsValue(column: { notNull: boolean; getSQLType(): string }, value: unknown): boolean {
  if (value === null) return !column.notNull;
  return /^int/i.test(column.getSQLType()) ? Number.isSafeInteger(value) : typeof value === 'string';
}
