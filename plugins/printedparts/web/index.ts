import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const printedpartsWeb: PluginWeb = {
  help: {
    printedpartitems: 'kiosks-and-displays#printed-parts',
  },
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  pages: [
    {
      path: '/kiosk/printedparts',
      bare: true,
      load: async () => (await import('./kiosk-page.tsx')).PartsKioskPage,
    },
  ],
  tabs: [
    {
      register: 'printedpartitems',
      name: 'files',
      title: 'Print files',
      needs: 'printedparts.view',
      load: async () => (await import('./files-tab.tsx')).FilesTab,
    },
  ],
};
