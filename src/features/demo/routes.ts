import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { DemoData } from './demo-data.ts';
import { demoState } from './schemas.ts';

/** Creates the routes that load and remove the demo data. */
export const demoRoutes = (host: Host): Api =>
  api('/api/demo')
    .get(
      '',
      () => host.getInstance(DemoData).read(),
      routeOptions({
        access: 'admin',
        summary: 'Whether the appliance has demo data, and the progress of their load or removal',
        responseSchema: demoState,
      }),
    )
    .post(
      '',
      async ({ call }) => {
        await host.getInstance(DemoData).load(call.context);
        return host.getInstance(DemoData).read();
      },
      routeOptions({
        access: 'adminsession',
        summary: 'Start to load the demo data: an invented plant with 200 assets',
        responseSchema: demoState,
        status: 202,
      }),
    )
    .delete(
      '',
      ({ call }) => {
        host.getInstance(DemoData).remove(call.context);
        return host.getInstance(DemoData).read();
      },
      routeOptions({
        access: 'adminsession',
        summary: 'Start to remove the demo data. Records that other records use stay',
        responseSchema: demoState,
        status: 202,
      }),
    );
