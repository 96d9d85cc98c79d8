import { z } from 'zod';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { issuedCertificateInput, signingRequest, signingRequestInput } from './request-schemas.ts';
import { CertificateRequests } from './requests.ts';
import { certificateView } from './schemas.ts';
import { viewCertificate } from './view.ts';

const common = { access: 'admin', tag: 'endpoints' } as const;

/** Routes for certificates from the site's own certificate authority. */
export function requestRoutes(host: Host): Api {
  const requests = host.getInstance(CertificateRequests);
  return api('/api/endpoints/settings/server-cert/request')
    .get(
      '',
      () => requests.view(),
      routeOptions({
        ...common,
        summary: 'The pending certificate request; null when there is none',
        responseSchema: signingRequest.nullable(),
      }),
    )
    .post(
      '',
      ({ call, body }) => requests.create(call.context, body),
      routeOptions({
        ...common,
        summary: 'Create a request (PKCS #10) for a certificate authority; the key stays on this appliance',
        body: signingRequestInput,
        responseSchema: signingRequest,
        status: 201,
      }),
    )
    .delete(
      '',
      ({ call }) => {
        requests.discard(call.context);
        return { deleted: true };
      },
      routeOptions({
        ...common,
        summary: 'Discard the request and its key',
        responseSchema: z.object({ deleted: z.literal(true) }),
      }),
    )
    .post(
      '/certificate',
      async ({ call, body }) => {
        await requests.useIssued(call.context, body);
        return viewCertificate(host);
      },
      routeOptions({
        ...common,
        summary: 'Apply the certificate that the authority issued for the request',
        body: issuedCertificateInput,
        responseSchema: certificateView,
      }),
    );
}
