import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

const surfacePages = () => import('./display/surface-pages.tsx');

export const slidesWeb: PluginWeb = {
  actionLabels: {
    sentences: {
      'slides.slide.timed': 'changed the seconds of slide',
      'slides.slides.added': 'added slides to',
      'slides.slides.ordered': 'reordered the slides of',
      'slides.slides.removed': 'removed slides from',
    },
  },
  pages: [
    {
      path: '/slides',
      needs: 'slides.manage',
      load: async () => (await import('./manage/slides-page.tsx')).SlidesPage,
    },
    { path: '/display', bare: true, load: async () => (await import('./display/role-page.tsx')).RolePage },
    { path: '/display/lobby', bare: true, load: async () => (await surfacePages()).LobbyPage },
    { path: '/display/shopfloor', bare: true, load: async () => (await surfacePages()).ShopfloorPage },
  ],
};
