import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { CertificateChanges } from './change.ts';
import { certificateView, generateCertificateInput, uploadCertificateInput } from './schemas.ts';
import { readUpload } from './upload-form.ts';
import { viewCertificate } from './view.ts';

const common = { access: 'admin', tag: 'endpoints', responseSchema: certificateView } as const;

/** Routes to read, create, upload, activate and withdraw the server certificate. */
export function certificateRoutes(host: Host): Api {
  const changes = host.getInstance(CertificateChanges);
  return api('/api/endpoints/settings/server-cert')
    .get(
      '',
      () => viewCertificate(host),
      routeOptions({ ...common, summary: 'The certificate of this appliance' }),
    )
    .post(
      '/generate',
      async ({ call, body }) => {
        await changes.generate(call.context, body);
        return viewCertificate(host);
      },
      routeOptions({
        ...common,
        summary: 'Create a self-signed certificate',
        body: generateCertificateInput,
      }),
    )
    .post(
      '/upload',
      async ({ call }) => {
        await changes.upload(call.context, await readUpload(call.req));
        return viewCertificate(host);
      },
      routeOptions({
        ...common,
        summary: 'Upload a certificate and its key in PEM',
        raw: { type: ['application/json', 'multipart/form-data'], form: uploadCertificateInput, file: false },
      }),
    )
    .post(
      '/activate',
      async ({ call }) => {
        await changes.activate(call.context);
        return viewCertificate(host);
      },
      routeOptions({ ...common, summary: 'Activate the announced certificate now' }),
    )
    .delete(
      '/next',
      async ({ call }) => {
        await changes.withdraw(call.context);
        return viewCertificate(host);
      },
      routeOptions({ ...common, summary: 'Withdraw the announced certificate' }),
    );
}
