import { getInstantDaysAgo } from '../../kit/clock.ts';
import { createSystemContext } from '../../kit/data/tx.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { lastingstates, settings as storedSettings } from '../../kit/tables.ts';
import { deleteHistoryBefore, mailServer } from './queries.ts';
import { settingsRoutes } from './routes.ts';
import { platformSettings } from './settings.ts';

/**
 * Age in milliseconds after which unreferenced files are deleted. It is much longer than an upload usually
 * takes.
 */
const SWEEP_AFTER_MS = 24 * 3_600_000;

export const permissions = { 'settings.edit': 'Change settings, support teams and custom fields' } as const;

/** The settings, branding and mail of the site. */
export const platform = definePlugin({
  id: 'platform',
  title: 'Platform',
  description: 'Settings, branding and mail',
  core: true,
  permissions,
  secrets: [storedSettings.sealed, lastingstates.key, lastingstates.state],
  attention: [
    {
      key: 'mail',
      topic: 'setup',
      title: 'Mail is off until a mail server is set up',
      severity: 'info',
      needs: 'settings.edit',
      href: '/admin/settings?search=mail',
      count: (reader) => (mailServer.get(reader)?.value ? 0 : 1),
    },
  ],
  settings: platformSettings,
  navigation: [
    {
      group: 'Admin',
      family: 'Settings',
      title: 'Settings',
      icon: 'settings',
      path: '/admin/settings',
      words: 'configure mail time zone',
      needs: 'settings.edit',
      order: 40,
    },
  ],
  start: (host) => host.settings.encryptPlaintextSecrets(createSystemContext()),
  routes: settingsRoutes,
  jobs: [
    {
      name: 'platform.outbox',
      title: 'Send waiting mail and webhooks',
      schedule: '*/10 * * * * *',
      // The deliveries are not awaited, so that one that hangs does not prevent the next run of the job.
      run: (host) => void host.outbox.drain(),
    },
    {
      name: 'platform.prune-outbox',
      title: 'Delete old delivered mail',
      schedule: '23 3 * * *',
      run: (host) => host.outbox.prune(),
    },
    {
      name: 'platform.sweep-files',
      title: 'Delete unused files',
      schedule: '41 3 * * *',
      run: (host) => void host.files.sweep(SWEEP_AFTER_MS),
    },
    {
      name: 'platform.prune-history',
      title: 'Delete old asset history',
      schedule: '31 3 * * *',
      run: (host) => {
        const days = host.settings.integer('history_days');
        if (days === 0) return;
        const before = getInstantDaysAgo(host.clock, days);
        host.db.writeUnaudited((tx) => deleteHistoryBefore.run(tx, { before }));
      },
    },
  ],
});
