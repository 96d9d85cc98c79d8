import { hasPermission } from '../../src/kit/actor.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { Eraser } from './eraser.ts';
import { migrations } from './migrations.ts';
import { secureSendRoutes } from './routes.ts';
import { startEraser } from './service.ts';
import * as tables from './tables.ts';

/**
 * One-time secrets. The browser of the sender encrypts them, and the server stores them until the first read
 * or expiry.
 */
export const securesendPlugin = definePlugin({
  id: 'securesend',
  title: 'Secure send',
  description: 'One-time links to passwords, keys and small files',
  migrations,
  tables,
  permissions: { 'securesend.create': 'Send secrets with one-time links' },
  secrets: [tables.securesends.tokenhash, tables.securesends.ciphertext],
  irreversibleTables: [tables.securesends],
  excludedFromBackups: [tables.securesends],
  navigation: [
    {
      group: 'Account',
      title: 'Secure send',
      icon: 'lock',
      path: '/send',
      words: 'password secret share',
      needs: 'securesend.create',
      order: 70,
    },
  ],
  jobs: [
    {
      name: 'securesend.expired',
      title: 'Delete expired secrets',
      schedule: '*/5 * * * *',
      run: (host) => host.getInstance(Eraser).sweep(),
    },
  ],
  capabilities: { securesend: (_host, actor) => hasPermission(actor, 'securesend.create') },
  routes: (host) => [secureSendRoutes(host)],
  start: startEraser,
  stop: (host) => host.getInstance(Eraser).stop(),
});
