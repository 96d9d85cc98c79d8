import { rowLimit } from '../../kit/data/row-limit.ts';
import { apitokens, roles, users } from './tables.ts';

/** These lists are served whole. */
export const MAX_USERS = 20_000;
export const MAX_ROLES = 500;
/** Tokens that are listed, and those of one person that open something. */
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
