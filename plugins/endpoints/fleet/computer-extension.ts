import type { SqlCondition } from '../../../src/kit/data/sql-condition.ts';
import type { SQL } from '../../../src/kit/data/sql-text.ts';
import { sql } from '../../../src/kit/data/sql-text.ts';
import { filter } from '../../../src/kit/resource/filters.ts';
import type { RegisterExtension } from '../../../src/kit/resource/register-extension.ts';
import { computers } from '../../computers/tables.ts';
import { endpointblocks, endpointcredentials, endpoints, enrollmentrequests } from '../tables.ts';
import {
  CREDENTIAL_STATE,
  CREDENTIAL_WORDS,
  type CredentialState,
  VERDICT,
  VERDICT_WORDS,
  type Verdict,
} from './credential-state.ts';
import { LOCKED, MACHINE } from './list-columns.ts';

const STATES = { notok: 'Not OK', ...VERDICT_WORDS };

/** Returns the PCs whose agent has checked in, as far as a condition over `e` applies. */
const reporting = (condition: SQL): SQL =>
  sql`(SELECT e.assetid FROM ${endpoints} e WHERE e.lastcheckin IS NOT NULL AND ${condition})`;

/** Returns the condition for computers in this state now. */
function isInState(verdict: Verdict | 'notok', at: string): SQL {
  const { assetid } = computers;
  const isOnline = sql`e.expectedby >= ${at}`;
  if (verdict === 'offline') return sql`${assetid} IN ${reporting(sql`e.expectedby < ${at}`)}`;
  if (verdict === 'notok') return sql`${assetid} NOT IN ${reporting(sql`${isOnline} AND e.verdict = 'ok'`)}`;
  if (verdict === 'unknown')
    return sql`${assetid} NOT IN ${reporting(sql`(e.expectedby < ${at} OR e.verdict <> 'unknown')`)}`;
  return sql`${assetid} IN ${reporting(sql`${isOnline} AND e.verdict = ${verdict}`)}`;
}

/** Conditions for the credential states, as in `CREDENTIAL_STATE`: the first one that applies counts. */
const CREDENTIAL_CONDITIONS: readonly [CredentialState, SQL][] = [
  ['reenrollblocked', sql`${computers.assetid} IN (SELECT assetid FROM ${endpointblocks})`],
  ['enrolled', sql`${computers.assetid} IN (SELECT assetid FROM ${endpointcredentials})`],
  [
    'pending',
    sql`EXISTS (SELECT 1 FROM ${enrollmentrequests}
      WHERE ${enrollmentrequests.state} = 'pending' AND ${enrollmentrequests.hostname} = ${computers.hostname})`,
  ],
  ['sharedkey', sql`${computers.assetid} IN (SELECT assetid FROM ${endpoints} WHERE isshared = 1)`],
  ['notreporting', sql`1`],
];

/** Returns the condition for computers in this credential state. */
function isInCredentialState(state: CredentialState): SQL {
  const at = CREDENTIAL_CONDITIONS.findIndex(([name]) => name === state);
  const earlier = CREDENTIAL_CONDITIONS.slice(0, at).map(([, condition]) => sql`NOT (${condition})`);
  return sql.join([...earlier, CREDENTIAL_CONDITIONS[at]![1]], sql` AND `);
}

const VALUES = `SELECT c.assetid, ${VERDICT} AS verdict, e.verdictreason, ${CREDENTIAL_STATE} AS credentialstate,
  e.lastcheckin, e.agentversion, ${LOCKED} AS lockedby, ${MACHINE} AS machinenumber
  FROM json_each(?) wanted
  JOIN computers c ON c.assetid = wanted.value
  LEFT JOIN endpoints e ON e.assetid = c.assetid`;

/** Returns the SQL of a value over `c` and `e` for a row of the list, with its parameters. */
const orderBy = (value: string, ...params: string[]): SqlCondition => ({
  sql: `(SELECT ${value} FROM computers c LEFT JOIN endpoints e ON e.assetid = c.assetid WHERE c.assetid = assets.assetid)`,
  params,
});

/** Columns and filters about agents in the list of computers, for callers who may see the agents. */
export const computerExtension: RegisterExtension = {
  name: 'agents',
  register: 'computers',
  needs: 'endpoints.view',
  defaultColumn: { name: 'verdict', after: 'statusid' },
  fields: {
    verdict: {
      title: 'Agent state',
      kind: 'text',
      drawn: 'endpoints.verdict',
      order: ({ at }) => orderBy(VERDICT, at),
    },
    credentialstate: {
      title: 'Credential',
      kind: 'text',
      drawn: 'endpoints.credential',
      order: () => orderBy(CREDENTIAL_STATE),
    },
    lastcheckin: { title: 'Last check-in', kind: 'instant', sortedIn: 'endpoints' },
    machinenumber: { title: 'Machine', kind: 'text', order: () => orderBy(MACHINE) },
    lockedby: {
      title: 'Locked by',
      kind: 'text',
      drawn: 'endpoints.lock',
      order: ({ at }) => orderBy(LOCKED, at),
    },
    agentversion: { title: 'Agent version', kind: 'text', sortedIn: 'endpoints' },
  },
  filters: {
    managed: filter.boolean({
      title: 'Managed',
      when: (on) =>
        sql`${computers.assetid} ${sql.raw(on ? '' : 'NOT ')}IN (SELECT assetid FROM ${endpoints} WHERE lastcheckin IS NOT NULL
          UNION SELECT assetid FROM ${endpointcredentials})`,
    }),
    verdict: filter.choice(STATES, {
      title: 'Agent state',
      when: (verdict, { at }) => isInState(verdict, at),
    }),
    credential: filter.choice(CREDENTIAL_WORDS, {
      title: 'Credential',
      when: (state) => isInCredentialState(state),
    }),
    agentversion: filter.text({
      title: 'Agent version',
      when: (version) =>
        sql`${computers.assetid} IN (SELECT assetid FROM ${endpoints} WHERE agentversion = ${version})`,
    }),
  },
  read: (reader, assetids) =>
    new Map(
      reader
        .all<{ assetid: number }>(VALUES, reader.at, reader.at, JSON.stringify(assetids))
        .map(({ assetid, ...values }) => [assetid, values]),
    ),
};
