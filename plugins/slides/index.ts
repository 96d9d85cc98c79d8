import { definePlugin } from '../../src/kit/plugin.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';
import { migrations } from './migrations.ts';
import { slideFeedRoutes, slideRoutes } from './routes.ts';
import * as tables from './tables.ts';

const seconds = (title: string) => ({
  title,
  description: 'How long a slide stands that says nothing else.',
  type: 'integer' as const,
  min: 2,
  max: 3600,
  default: '10',
});

/** Pictures that the screens in the lobby and the halls show in turn. */
export const slidesPlugin = definePlugin({
  id: 'slides',
  title: 'Slides and displays',
  description: 'Pictures and notices on the screens of the lobby and the halls',
  migrations,
  tables,
  permissions: { 'slides.manage': 'Add, arrange and remove slides of displays' },
  settings: declareSettings('slides', {
    slides_lobby_seconds: seconds('Seconds for a slide in the lobby'),
    slides_shopfloor_seconds: seconds('Seconds for a slide in the halls'),
  }),
  auditEntities: {
    slide: { id: tables.slides.slideid, name: tables.slides.filename, page: () => '/slides' },
  },
  navigation: [
    {
      group: 'Floor',
      title: 'Slides',
      icon: 'slideshow',
      path: '/slides',
      needs: 'slides.manage',
      order: 32,
    },
  ],
  routes: (host) => [slideFeedRoutes(host), slideRoutes(host)],
});
