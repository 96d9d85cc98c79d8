import { type Actor, hasPermission } from '../../../src/kit/actor.ts';
import { timeSortedById } from '../../../src/kit/list/list-column.ts';
import { ListColumns } from '../../../src/kit/list/list-columns.ts';
import { ACTIONS, ISSUE_PERMISSIONS } from '../actions.ts';
import { COMMAND_STATES } from './schemas.ts';

/**
 * Reports whether the actor may read the user who issued a command. Only actors who may issue commands do; others
 * see the command without its user.
 */
export const canSeeRequesters = (actor: Actor): boolean =>
  ISSUE_PERMISSIONS.some((permission) => hasPermission(actor, permission));

/** Characters of an output that a list shows. A hundred whole outputs would be 25 megabytes or more. */
const MAX_LISTED = 4000;

/** Returns the SQL of a value of the PC of a command. */
const ofPc = (column: string): string => `(SELECT c.${column} FROM computers c WHERE c.assetid = k.assetid)`;

/** The columns of the list of commands. */
export const commandColumns = new ListColumns({
  hasSearch: true,
  ids: ['k.commandid'],
  sort: 'createddate',
  dir: 'desc',
  columns: {
    commandid: { kind: 'number', operand: 'k.commandid' },
    assetid: { kind: 'ref', operand: 'k.assetid' },
    hostname: {
      kind: 'text',
      operand: 'c.hostname',
      within: { column: 'k.assetid', select: 'SELECT c.assetid FROM computers c WHERE' },
      isIndexed: true,
      value: ofPc('hostname'),
      order: [`${ofPc('hostnamesortkey')} IS NULL`, ofPc('hostnamesortkey')],
    },
    action: { kind: 'choice', operand: 'k.action', options: ACTIONS },
    parameters: { kind: 'json', operand: 'k.parameters' },
    appname: { kind: 'text', operand: `json_extract(k.payload, '$.appname')` },
    appversion: { kind: 'text', operand: `json_extract(k.payload, '$.version')` },
    state: { kind: 'choice', operand: 'k.state', options: COMMAND_STATES },
    reason: { kind: 'text', operand: 'k.reason' },
    userid: { kind: 'ref', operand: 'k.userid', canRead: canSeeRequesters },
    username: { kind: 'text', operand: 'k.username', canRead: canSeeRequesters },
    isoverride: { kind: 'boolean', operand: 'k.isoverride' },
    createddate: timeSortedById('k.createddate', 'k.commandid'),
    claimeddate: { kind: 'instant', operand: 'k.claimeddate' },
    finisheddate: { kind: 'instant', operand: 'k.finisheddate' },
    durationms: { kind: 'number', operand: 'k.durationms' },
    exitcode: { kind: 'number', operand: 'k.exitcode' },
    output: { kind: 'text', operand: `substr(k.output, 1, ${MAX_LISTED})` },
    hasmore: { kind: 'boolean', operand: `coalesce(length(k.output) > ${MAX_LISTED}, 0)` },
  },
});
