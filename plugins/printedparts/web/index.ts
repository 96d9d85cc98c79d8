import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const printedpartsWeb: PluginWeb = {
  actionLabels: { nouns: { part: 'printed part', printfile: 'print file of printed part' } },
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
