import { rowLimit } from '../../kit/data/row-limit.ts';
import { apitokens, roles, users } from './tables.ts';

/** Users and roles have row limits because their lists are served without paging. */
export const MAX_USERS = 20_000;
export const MAX_ROLES = 500;
/** Maximum number of tokens in a list. The number of inactive tokens has no limit. */
export const MAX_TOKENS = 10_000;
const MAX_ACTIVE_TOKENS = 200;

export const identityRowLimits = [
  rowLimit(users, 'users', { most: MAX_USERS }),
  rowLimit(roles, 'roles', { most: MAX_ROLES }),
  rowLimit(apitokens, 'active tokens', {
    most: MAX_ACTIVE_TOKENS,
    per: { column: 'userid', one: 'person' },
    where: { column: 'isactive', is: 1 },
  }),
];
