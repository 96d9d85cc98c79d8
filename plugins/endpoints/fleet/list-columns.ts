import { ListColumns } from '../../../src/kit/list/list-columns.ts';
import { CREDENTIAL_STATE, CREDENTIAL_STATES, VERDICT, VERDICTS } from './credential-state.ts';

/**
 * Asset number of the machine that a PC controls, the first one if there are several. The plus sign keeps SQLite from
 * reading the connections of all PCs in the order of their IDs.
 */
export const MACHINE = `(SELECT m.assetnumber FROM relationships r
  JOIN relationshiptypes rt ON rt.relationshiptypeid = r.relationshiptypeid AND rt.relationshiptype = 'controls'
  JOIN assets m ON m.assetid = r.targetassetid AND m.isactive = 1
  WHERE r.sourceassetid = c.assetid ORDER BY +r.relationshipid LIMIT 1)`;

const ADDRESS = `(SELECT n.address FROM communications n
  WHERE n.assetid = c.assetid AND n.commtype = 'ip' AND n.isprimary = 1 LIMIT 1)`;

/** Name of the user who locked a PC. Takes the current instant as a parameter. */
export const LOCKED = `(SELECT l.username FROM endpointlocks l WHERE l.assetid = c.assetid AND coalesce(l.expiresat, '9') > ?)`;

/** The tables of the list of PCs. The current instant is its parameter. */
export const FLEET_TABLES = `computers c
  JOIN assets a ON a.assetid = c.assetid AND a.isactive = 1
  JOIN (SELECT ? AS instant) AS now
  LEFT JOIN endpoints e ON e.assetid = c.assetid
  LEFT JOIN computertypes t ON t.computertypeid = c.computertypeid
  LEFT JOIN locations p ON p.locationid = a.locationid
  LEFT JOIN assettypes y ON y.assettypeid = a.assettypeid
  LEFT JOIN businessunits b ON b.businessunitid = a.businessunitid`;

/** Replaces the parameter of an expression by the current instant in `FLEET_TABLES`. */
const setInstant = (sql: string): string => sql.replace('?', 'now.instant');

/** The columns of the list of PCs. */
export const fleetColumns = new ListColumns({
  ids: ['c.assetid'],
  sort: 'hostname',
  columns: {
    assetid: { kind: 'ref', operand: 'c.assetid' },
    hostname: {
      kind: 'text',
      operand: 'c.hostname',
      isIndexed: true,
      order: ['c.hostnamesortkey IS NULL', 'c.hostnamesortkey'],
    },
    assetnumber: { kind: 'text', operand: 'a.assetnumber', order: ['a.assetnumbersortkey'] },
    name: { kind: 'text', operand: 'a.name', order: ['a.namesortkey IS NULL', 'a.namesortkey'] },
    serialnumber: { kind: 'text', operand: 'a.serialnumber' },
    loggedinuser: { kind: 'text', operand: 'c.loggedinuser', personal: true },
    ipaddress: { kind: 'text', operand: ADDRESS, personal: true },
    machinenumber: { kind: 'text', operand: MACHINE },
    agentversion: { kind: 'text', operand: 'e.agentversion' },
    verdict: { kind: 'choice', operand: `(${setInstant(VERDICT)})`, options: VERDICTS },
    verdictreason: { kind: 'text', operand: 'e.verdictreason' },
    credentialstate: { kind: 'choice', operand: `(${CREDENTIAL_STATE})`, options: CREDENTIAL_STATES },
    lastcheckin: { kind: 'instant', operand: 'e.lastcheckin' },
    lockedby: { kind: 'text', operand: setInstant(LOCKED) },
    computertype: { kind: 'text', operand: 't.computertype' },
    location: {
      kind: 'text',
      operand: 'p.location',
      order: ['p.locationsortkey IS NULL', 'p.locationsortkey'],
    },
  },
});
