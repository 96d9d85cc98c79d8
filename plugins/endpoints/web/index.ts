import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const endpointsWeb: PluginWeb = {
  pages: [
    {
      path: '/admin/server-certificate',
      needs: 'admin',
      load: async () => (await import('./server-certificate-page.tsx')).ServerCertificatePage,
    },
  ],
};
