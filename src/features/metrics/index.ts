import { api, routeOptions } from '../../kit/http/api.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { collectMetrics } from './collect-metrics.ts';
import { formatExposition } from './exposition.ts';

export { collectMetrics } from './collect-metrics.ts';
export { formatExposition } from './exposition.ts';

/** Metrics of the appliance for the monitoring of the plant. */
export const metrics = definePlugin({
  id: 'metrics',
  title: 'Metrics',
  description: 'Metrics for monitoring',
  core: true,
  serviceScopes: ['metrics.read'],
  routes: (host) => [
    api('/api/metrics').get(
      '',
      async () =>
        new Response(formatExposition(await collectMetrics(host)), {
          headers: {
            'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
            'Cache-Control': 'no-store',
          },
        }),
      routeOptions({
        access: { can: 'settings.edit', orScope: 'metrics.read' },
        summary: 'Metrics in the Prometheus text format',
        produces: 'text/plain',
      }),
    ),
  ],
});
