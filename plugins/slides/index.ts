import { definePlugin } from '../../src/kit/plugin.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';
import { migrations } from './migrations.ts';
import { slideFeedRoutes, slideRoutes } from './routes.ts';
import * as tables from './tables.ts';

const seconds = (title: string) => ({
  title,
  description: 'Display time of slides that have no time of their own.',
  type: 'integer' as const,
  min: 2,
  max: 3600,
  default: '10',
});

/** Pictures that the screens in the lobby and the halls show in turn. */
export const slidesPlugin = definePlugin({
  id: 'slides',
  title: 'Slides and displays',
  description: 'Images and notices on lobby and shop floor screens',
  migrations,
  tables,
  permissions: { 'slides.manage': 'Add, reorder and remove slides of displays' },
  settings: declareSettings('slides', {
    slides_lobby_seconds: seconds('Seconds per slide in the lobby'),
    slides_shopfloor_seconds: seconds('Seconds per slide on the shop floor'),
  }),
  auditEntities: {
    slide: { id: tables.slides.slideid, name: tables.slides.filename, page: () => '/slides' },
  },
  navigation: [
    {
      group: 'Floor',
      family: 'Screens',
      title: 'Slides',
      icon: 'slideshow',
      path: '/slides',
      usedBy: [tables.slides],
      words: 'lobby picture',
      needs: 'slides.manage',
      order: 30,
    },
  ],
  routes: (host) => [slideFeedRoutes(host), slideRoutes(host)],
});
