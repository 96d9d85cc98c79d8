import { IconDatabaseExport } from '@tabler/icons-react';
import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const backupsWeb: PluginWeb = {
  actionLabels: async () => ({ nouns: { assetbackup: 'equipment backup' } }),
  pages: [
    {
      path: '/backups',
      help: 'backup-and-upgrade#backups',
      needs: 'admin',
      load: async () => (await import('./appliance/appliance-page.tsx')).ApplianceBackupsPage,
    },
  ],
  tabs: [
    {
      register: 'assets',
      name: 'backups',
      title: 'Backups',
      group: 'papers',
      load: async () => (await import('./backups-tab.tsx')).BackupsTab,
    },
    {
      register: 'assetbackups',
      name: 'file',
      title: 'File',
      load: async () => (await import('./file-tab.tsx')).FileTab,
    },
  ],
  icons: { 'database-export': IconDatabaseExport },
};
