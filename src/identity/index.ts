import { definePlugin } from '../plugin.ts';
import { Lockout } from './lockout.ts';
import { navigation, permissions, settings } from './manifest.ts';
import { identityRoutes } from './routes.ts';

/** People, roles, tokens, and the gate that every request passes. */
export const identity = definePlugin({
  id: 'identity',
  title: 'Identity',
  description: 'Users, roles and API tokens',
  core: true,
  permissions,
  settings,
  navigation,
  routes: identityRoutes,
  jobs: [
    {
      name: 'identity.prune-attempts',
      title: 'Forget old failed sign-ins',
      schedule: '17 * * * *',
      run: (host) => new Lockout(host.db, host.clock).prune(),
    },
  ],
});
