import { timeSortedById } from '../../../src/kit/list/list-column.ts';
import { ListColumns } from '../../../src/kit/list/list-columns.ts';
import { buildCreatorSql } from '../creator-sql.ts';

/** The action of the audit log that records the creation of a token. */
export const CREATED_ACTION = 'endpoints.bootstraptoken.created';

/** SQL of the user who created a token. */
const CREATOR = buildCreatorSql('bootstraptoken', 't.bootstraptokenid', CREATED_ACTION);

/** The states of tokens. */
export const TOKEN_STATES = ['active', 'revoked', 'expired', 'usedup'] as const;

/** The tables of the list of tokens. The current instant is their parameter. */
export const TOKEN_TABLES = 'bootstraptokens t JOIN (SELECT ? AS instant) AS now';

const STATE = `CASE WHEN t.revoked = 1 THEN 'revoked' WHEN t.expiresat <= now.instant THEN 'expired'
  WHEN t.usecount >= t.maxuses THEN 'usedup' ELSE 'active' END`;

/** The columns of the list of tokens. */
export const tokenColumns = new ListColumns({
  hasSearch: true,
  ids: ['t.bootstraptokenid'],
  sort: 'createddate',
  dir: 'desc',
  columns: {
    bootstraptokenid: { kind: 'number', operand: 't.bootstraptokenid' },
    name: { kind: 'text', operand: 't.name' },
    prefix: { kind: 'text', operand: 't.prefix' },
    expiresat: { kind: 'instant', operand: 't.expiresat' },
    usecount: { kind: 'number', operand: 't.usecount' },
    maxuses: { kind: 'number', operand: 't.maxuses' },
    revoked: { kind: 'boolean', operand: 't.revoked' },
    state: { kind: 'choice', operand: `(${STATE})`, options: TOKEN_STATES },
    createdby: { kind: 'text', operand: CREATOR },
    createddate: timeSortedById('t.createddate', 't.bootstraptokenid'),
    modifieddate: { kind: 'instant', operand: 't.modifieddate' },
  },
});

export const tokenListQuery = tokenColumns.createQuery({});
