import { isPerson } from '../../kit/actor.ts';
import { hasMailServer } from '../../kit/outbox/mail-server.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { READ_SCOPE } from './api-tokens.ts';
import { COLLECTOR, createCredentials } from './credentials.ts';
import { Lockout } from './lockout.ts';
import { anonymousReadSettings, navigation, permissions, settings } from './manifest.ts';
import { identityRevocationRules } from './revocation-rules.ts';
import { identityRoutes } from './routes.ts';
import { identityRowLimits } from './row-limits.ts';
import { IDENTITY_ROW_TITLES } from './row-titles.ts';
import * as tables from './tables.ts';
import { tokensEndTogether } from './token-limits.ts';
import { activeAdminRemains, epochOnlyGrows } from './users.ts';

export { findUserActor } from './actors.ts';
export { carryOverAccount, findActiveAdmin } from './carry-over-account.ts';
export { COLLECTOR, isEqualText, readBasicPassword } from './credentials.ts';
export { findAccount } from './find-account.ts';
export { unlockAccount } from './lockout.ts';
export { userCount } from './queries.ts';
export { identityRevocationRules as endsOfAccounts } from './revocation-rules.ts';
export { createRole, ensureAdminRole, listRoles } from './roles.ts';
export { firstAdminBody, user as userRecord } from './schemas.ts';
export { createToken, revokeToken } from './token-service.ts';
export { describeUser, insertUser, readUser } from './users.ts';

/** Users, roles, tokens, and the credentials that every request may present. */
export const identity = definePlugin({
  id: 'identity',
  title: 'Identity',
  description: 'Users, roles and API tokens',
  core: true,
  tables,
  permissions,
  settings: [...settings, ...anonymousReadSettings],
  navigation,
  credentials: createCredentials,
  secrets: [tables.users.passwordhash, tables.apitokens.secrethash],
  irreversibleTables: [
    tables.users,
    tables.userroles,
    tables.roles,
    tables.rolepermissions,
    tables.apitokens,
  ],
  revocationRules: identityRevocationRules,
  auditEntities: {
    user: { id: tables.users.userid, name: tables.users.username, page: () => '/admin/users' },
    role: { id: tables.roles.roleid, name: tables.roles.rolename, page: () => '/admin/roles' },
    token: { id: tables.apitokens.tokenid, name: tables.apitokens.name, page: () => '/admin/tokens' },
  },
  rowTitles: IDENTITY_ROW_TITLES,
  invariants: [activeAdminRemains, epochOnlyGrows, tokensEndTogether, ...identityRowLimits],
  capabilities: {
    login: (_host, actor) => isPerson(actor),
    welcomemail: (host, actor) => actor.isadmin && hasMailServer(host.settings),
  },
  serviceScopes: [COLLECTOR.scope, READ_SCOPE],
  routes: identityRoutes,
  jobs: [
    {
      name: 'identity.prune-attempts',
      title: 'Delete old failed sign-ins',
      schedule: '17 * * * *',
      run: (host) => new Lockout(host.db, host.clock).prune(),
    },
  ],
});
