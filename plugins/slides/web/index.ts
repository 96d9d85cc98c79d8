import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

const surfacePages = () => import('./display/surface-pages.tsx');

export const slidesWeb: PluginWeb = {
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  pages: [
    {
      path: '/slides',
      help: 'kiosks-and-displays#slides',
      needs: 'slides.manage',
      load: async () => (await import('./manage/slides-page.tsx')).SlidesPage,
    },
    { path: '/display', bare: true, load: async () => (await import('./display/role-page.tsx')).RolePage },
    { path: '/display/lobby', bare: true, load: async () => (await surfacePages()).LobbyPage },
    { path: '/display/shopfloor', bare: true, load: async () => (await surfacePages()).ShopfloorPage },
  ],
};
