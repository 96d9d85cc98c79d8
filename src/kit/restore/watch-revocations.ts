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
export function watchRevocations(tx: Tx, ends: readonly RevocationRule[]): void {
  for (const end of ends) {
    const kin = ends.filter((other) => other !== end && ruleKindOf(other) === ruleKindOf(end));
    for (const statement of triggersOf(end, kin)) tx.runUnjournaled(statement);
  }
}

/** Returns conditions that no other table of the same kind contains the row: otherwise it is not gone. */
const isInNone = (end: RevocationRule, kin: readonly RevocationRule[]): string[] =>
  kin.map((other) => {
    const table = tableNameOf(other.table);
    return `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${keyExpressionOf(other, table)} = ${keyExpressionOf(end, 'old')})`;
  });

function triggersOf(end: RevocationRule, kin: readonly RevocationRule[]): string[] {
  const table = tableNameOf(end.table);
  const [guarded, keys] = [watchedColumnsOf(end), ownKeyColumnsOf(end)];
  const triggerCondition = (conditions: readonly (string | undefined)[]) => {
    const all = conditions.filter((one) => one !== undefined);
    return all.length > 0 ? `WHEN ${all.join(' AND ')}` : '';
  };
  const isSame = `${keyExpressionOf(end, 'old')} IS ${keyExpressionOf(end, 'new')}`;
  const differs = `(${guarded.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')})`;
  const trigger = (name: string, event: string, condition: string, work: string) =>
    `CREATE TEMP TRIGGER lasting_${table}_${name} AFTER ${event} ON ${table} ${condition} BEGIN ${work} END`;
  return [
    trigger(
      'gone',
      'DELETE',
      triggerCondition([end.counts?.('old'), ...isInNone(end, kin)]),
      keep(end, 'old', 'NULL'),
    ),
    ...(guarded.length > 0
      ? [
          trigger(
            'changed',
            `UPDATE OF ${guarded.join(', ')}`,
            triggerCondition([end.counts?.('new'), differs, isSame]),
            keep(end, 'new', stateOf(end)),
          ),
        ]
      : []),
    trigger(
      'moved',
      `UPDATE OF ${keys.join(', ')}`,
      triggerCondition([end.counts?.('new'), `NOT (${isSame})`]),
      keep(end, 'old', 'NULL') + arrivalStatementOf(end),
    ),
    trigger(
      'made',
      'INSERT',
      triggerCondition([end.carried && end.counts?.('new')]),
      arrivalStatementOf(end),
    ),
  ];
}

/**
 * Returns the statement for a new row. A new grant is intentional, so the record of its revocation is
 * deleted. The state of a restrictive row is recorded in full.
 */
const arrivalStatementOf = (end: RevocationRule): string =>
  end.carried ? keep(end, 'new', stateOf(end)) : forget(end, 'new');

const OWN_APPLIANCE_ID = "ifnull((SELECT applianceid FROM appliance), '')";

const forget = (end: RevocationRule, row: string): string =>
  `DELETE FROM lastingstates WHERE applianceid = ${OWN_APPLIANCE_ID} AND tablename = '${ruleKindOf(end)}' AND key = ${keyExpressionOf(end, row)};`;

/**
 * Returns two statements instead of one upsert. The conflict clause of the triggering statement would
 * override the conflict clause of an upsert.
 */
const keep = (end: RevocationRule, row: string, state: string): string =>
  `${forget(end, row)} INSERT INTO lastingstates (applianceid, tablename, key, state)
    VALUES (${OWN_APPLIANCE_ID}, '${ruleKindOf(end)}', ${keyExpressionOf(end, row)}, ${state});`;

const stateOf = (end: RevocationRule): string =>
  `json_object(${watchedColumnsOf(end)
    .map((column) => `'${column}', new.${column}`)
    .join(', ')})`;
