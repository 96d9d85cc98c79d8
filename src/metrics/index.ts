import { route } from '../http/route.ts';
import { definePlugin } from '../plugin.ts';
import { exposition } from './exposition.ts';
import { gather } from './gather.ts';

/** How the appliance is doing, for the plant's monitoring. */
export const measuring = definePlugin({
  id: 'metrics',
  title: 'Metrics',
  description: 'Figures for the monitoring',
  core: true,
  routes: (host) => [
    route(
      'GET',
      '/api/metrics',
      {
        access: { can: 'settings.edit', orScope: 'metrics.read' },
        summary: 'Figures in the Prometheus text format',
        produces: 'text/plain',
      },
      async () =>
        new Response(exposition(await gather(host)), {
          headers: {
            'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
            'Cache-Control': 'no-store',
          },
        }),
    ),
  ],
});
