import { z } from 'zod';
import { formatContentDisposition } from '../../kit/files/store.ts';
import { api, routeOptions } from '../../kit/http/api.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { fileNameOf } from './file-name.ts';
import { SupportBundles } from './support-bundles.ts';

const request = z.object({
  personal: z.boolean().default(false).meta({
    description: 'Include names and addresses of people and PCs. Secrets are never included.',
  }),
});

/** Support bundles: the state and the log of this appliance for remote support. */
export const support = definePlugin({
  id: 'support',
  title: 'Support',
  description: 'Support bundle with the state and log of the appliance, without secrets',
  core: true,
  routes: (host) => [
    api('/api/appliance').post(
      '/support',
      async ({ call, body }) => {
        // The doctor reads the whole database, which may take longer than the idle timeout of a connection.
        call.disableIdleTimeout();
        const { content } = await host.getInstance(SupportBundles).make(call, body.personal);
        return new Response(content as Uint8Array<ArrayBuffer>, {
          headers: {
            'Content-Type': 'application/octet-stream',
            'Content-Disposition': formatContentDisposition(fileNameOf(host)),
            'Cache-Control': 'private, no-store',
          },
        });
      },
      routeOptions({
        access: 'adminsession',
        summary:
          'Download a support bundle: state, settings and log without secrets; 409 while another one is created',
        body: request,
        produces: 'application/octet-stream',
      }),
    ),
  ],
  beforeStop: (host) => host.getInstance(SupportBundles).stop(),
});
