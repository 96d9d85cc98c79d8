import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { DemoData } from './demo-data.ts';
import { demoScript, demoState } from './schemas.ts';

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
    .post(
      '/scripts',
      ({ call }) => ({ requestid: host.getInstance(DemoData).beginScript(call.context) }),
      routeOptions({
        access: 'admin',
        summary:
          'Start to record what a script loads as demo data, so that they can be removed. Its requests send the ID as `X-Request-Id`',
        responseSchema: demoScript,
        status: 201,
      }),
    )
    .post(
      '/scripts/:requestid/end',
      ({ call, params }) => {
        host.getInstance(DemoData).endScript(call.context, params.requestid);
        return host.getInstance(DemoData).read();
      },
      routeOptions({
        access: 'admin',
        summary:
          'End the load of a script. Without it, the demo data are incomplete two minutes after its last request',
        params: demoScript,
        responseSchema: demoState,
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
