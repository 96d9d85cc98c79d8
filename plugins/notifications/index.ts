import { definePlugin } from '../../src/kit/plugin.ts';
import { feedRoutes } from './feeds.ts';
import { migrations } from './migrations.ts';
import { noticesOfAssets } from './queries.ts';
import { notifications, types } from './registers.ts';
import * as tables from './tables.ts';

/** Notices for people in the plant. */
export const notificationsPlugin = definePlugin({
  id: 'notifications',
  title: 'Notices',
  description: 'Notices on displays, employee pages and PCs',
  migrations,
  tables,
  permissions: {
    'notifications.view': 'View all notices',
    'notifications.create': 'Add notices',
    'notifications.edit': 'Change notices',
    'notifications.delete': 'Deactivate notices',
  },
  registers: [notifications, types],
  navigation: [
    {
      group: 'Floor',
      family: 'Screens',
      title: 'Notices',
      icon: 'bell',
      path: '/notifications',
      usedBy: [tables.notifications],
      words: 'message notice shop floor',
      needs: 'notifications.view',
      order: 32,
    },
    {
      group: 'Records',
      family: 'Lists',
      title: 'Notice types',
      icon: 'category',
      path: '/notifications/types',
      needs: 'notifications.view',
    },
  ],
  assetInfoProviders: () => [
    {
      // Displays show these notices publicly, so no permission is checked.
      readInfo: (reader, assetids) => {
        const rows = noticesOfAssets.all(reader, { ids: JSON.stringify(assetids), at: reader.at });
        const notices = rows.map(({ assetid, notification: text, starttime: at, ticketnumber }) => ({
          assetid,
          word: { key: 'notice', title: 'Notice', text, at, reason: ticketnumber },
        }));
        const byAsset = Map.groupBy(notices, ({ assetid }) => assetid);
        return new Map([...byAsset].map(([assetid, all]) => [assetid, all.map(({ word }) => word)]));
      },
    },
  ],
  routes: (host) => [feedRoutes(host)],
});
