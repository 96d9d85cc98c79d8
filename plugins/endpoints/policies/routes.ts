import type { z } from 'zod';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { DEFAULT_POLICY, policyView, toPolicyView } from './effective.ts';

const defaultPolicyView = (): z.output<typeof policyView> => toPolicyView(DEFAULT_POLICY);

/** Route of the default policy. It is no record of the register, but the UI shows it with them. */
export const policyRoutes = (): Api =>
  api('/api/endpoints/policies').get(
    '/standing',
    defaultPolicyView,
    routeOptions({
      access: { can: 'endpoints.view' },
      summary: 'The default policy of PCs that no policy matches',
      responseSchema: policyView,
    }),
  );
