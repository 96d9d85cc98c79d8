import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const securesendWeb: PluginWeb = {
  actionLabels: async () => ({ sentences: { 'securesend.secret.redeemed': 'opened secret' } }),
  pages: [
    {
      path: '/send',
      help: 'security#one-time-secrets',
      needs: 'securesend.create',
      load: async () => (await import('./send-page.tsx')).SendPage,
    },
    { path: '/send/$token', bare: true, load: async () => (await import('./open-page.tsx')).OpenPage },
  ],
};
