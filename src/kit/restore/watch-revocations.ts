import { tableNameOf } from '../data/query.ts';
import type { Tx } from '../data/tx.ts';
import {
  keyExpressionOf,
  ownKeyColumnsOf,
  type RevocationRule,
  ruleKindOf,
  watchedColumnsOf,
} from './revocation-rule.ts';

/**
 * Records every later revocation on this connection in `lastingstates`, in the same transaction, whatever
 * statement causes it. The triggers are temporary, because a foreign database must not bring triggers of its
 * own. Updates of other columns (when a PC was last seen) cost nothing, because no trigger watches them.
 */
export function watchRevocations(tx: Tx, rules: readonly RevocationRule[]): void {
  for (const rule of rules) {
    const kin = rules.filter((other) => other !== rule && ruleKindOf(other) === ruleKindOf(rule));
    for (const statement of triggersOf(rule, kin)) tx.runUnjournaled(statement);
  }
}

/** Returns conditions that no other table of the same kind contains the row: otherwise it is not gone. */
const isInNone = (rule: RevocationRule, kin: readonly RevocationRule[]): string[] =>
  kin.map((other) => {
    const table = tableNameOf(other.table);
    return `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${keyExpressionOf(other, table)} = ${keyExpressionOf(rule, 'old')})`;
  });

function triggersOf(rule: RevocationRule, kin: readonly RevocationRule[]): string[] {
  const table = tableNameOf(rule.table);
  const [guarded, keys] = [watchedColumnsOf(rule), ownKeyColumnsOf(rule)];
  const triggerCondition = (conditions: readonly (string | undefined)[]) => {
    const all = conditions.filter((one) => one !== undefined);
    return all.length > 0 ? `WHEN ${all.join(' AND ')}` : '';
  };
  const isSame = `${keyExpressionOf(rule, 'old')} IS ${keyExpressionOf(rule, 'new')}`;
  const differs = `(${guarded.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')})`;
  const trigger = (name: string, event: string, condition: string, work: string) =>
    `CREATE TEMP TRIGGER lasting_${table}_${name} AFTER ${event} ON ${table} ${condition} BEGIN ${work} END`;
  return [
    trigger(
      'gone',
      'DELETE',
      triggerCondition([rule.counts?.('old'), ...isInNone(rule, kin)]),
      keep(rule, 'old', 'NULL'),
    ),
    ...(guarded.length > 0
      ? [
          trigger(
            'changed',
            `UPDATE OF ${guarded.join(', ')}`,
            triggerCondition([rule.counts?.('new'), differs, isSame]),
            keep(rule, 'new', stateOf(rule)),
          ),
        ]
      : []),
    trigger(
      'moved',
      `UPDATE OF ${keys.join(', ')}`,
      triggerCondition([rule.counts?.('new'), `NOT (${isSame})`]),
      keep(rule, 'old', 'NULL') + arrivalStatementOf(rule),
    ),
    trigger(
      'made',
      'INSERT',
      triggerCondition([rule.carried && rule.counts?.('new')]),
      arrivalStatementOf(rule),
    ),
  ];
}

/**
 * Returns the statement for a new row. A new grant is intentional, so the record of its revocation is
 * deleted. The state of a restrictive row is recorded in full.
 */
const arrivalStatementOf = (rule: RevocationRule): string =>
  rule.carried ? keep(rule, 'new', stateOf(rule)) : forget(rule, 'new');

const OWN_APPLIANCE_ID = "ifnull((SELECT applianceid FROM appliance), '')";

const forget = (rule: RevocationRule, row: string): string =>
  `DELETE FROM lastingstates WHERE applianceid = ${OWN_APPLIANCE_ID} AND tablename = '${ruleKindOf(rule)}' AND key = ${keyExpressionOf(rule, row)};`;

/**
 * Returns the two statements that record the state of a row. In a single upsert, the conflict clause of the
 * triggering statement would override that of the upsert.
 */
const keep = (rule: RevocationRule, row: string, state: string): string =>
  `${forget(rule, row)} INSERT INTO lastingstates (applianceid, tablename, key, state)
    VALUES (${OWN_APPLIANCE_ID}, '${ruleKindOf(rule)}', ${keyExpressionOf(rule, row)}, ${state});`;

const stateOf = (rule: RevocationRule): string =>
  `json_object(${watchedColumnsOf(rule)
    .map((column) => `'${column}', new.${column}`)
    .join(', ')})`;
