import { z } from 'zod';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { readCredentialState } from '../fleet/credential-state.ts';
import { allowReenroll, approveRequest, rejectRequest, revokeCredential } from './decide.ts';
import { enrollPc } from './enroll.ts';
import { listEnrollmentRequests, requestListQuery, toEnrollmentView } from './inbox.ts';
import { requestById } from './queries.ts';
import {
  approval,
  credentialStateResult,
  enrollInput,
  enrollmentRequest,
  enrollResult,
  rejection,
  requestList,
  revocation,
} from './schemas.ts';

const byRequest = z.object({ requestid: idParam });
const byAsset = z.object({ assetid: idParam });

/** Routes to request, approve, reject and revoke the credentials of PCs. */
export function enrollmentRoutes(host: Host): Api {
  const readView = (requestid: number) =>
    host.db.read((reader) => toEnrollmentView(reader, requestById.get(reader, { requestid })!));
  return api('/api/endpoints')
    .post(
      '/enroll',
      ({ call, body }) => enrollPc(host, call, body),
      routeOptions({
        access: 'open',
        summary: 'Request the credential of a PC; never returns an error',
        body: enrollInput,
        responseSchema: enrollResult,
        status: 200,
      }),
    )
    .get(
      '/enrollment',
      ({ call, query }) => listEnrollmentRequests(host, call.actor, query),
      routeOptions({
        access: 'admin',
        summary: 'Enrollment requests of PCs',
        query: requestListQuery,
        responseSchema: requestList,
        paged: true,
      }),
    )
    .post(
      '/enrollment/:requestid/approve',
      ({ call, params, body }) => {
        approveRequest(host, call.context, params.requestid, body);
        return readView(params.requestid);
      },
      routeOptions({
        access: 'admin',
        summary: 'Approve an enrollment request',
        params: byRequest,
        body: approval,
        responseSchema: enrollmentRequest,
        status: 200,
      }),
    )
    .post(
      '/enrollment/:requestid/reject',
      ({ call, params, body }) => {
        rejectRequest(host, call.context, params.requestid, body.reason ?? null);
        return readView(params.requestid);
      },
      routeOptions({
        access: 'admin',
        summary: 'Reject an enrollment request',
        params: byRequest,
        body: rejection,
        responseSchema: enrollmentRequest,
        status: 200,
      }),
    )
    .post(
      '/assets/:assetid/revoke',
      ({ call, params, body }) => {
        revokeCredential(host, call.context, params.assetid, body);
        return readCredentialState(host, params.assetid);
      },
      routeOptions({
        access: 'admin',
        summary: 'Revoke the credential of a PC',
        params: byAsset,
        body: revocation,
        responseSchema: credentialStateResult,
        status: 200,
      }),
    )
    .post(
      '/assets/:assetid/allow-reenroll',
      ({ call, params }) => {
        allowReenroll(host, call.context, params.assetid);
        return readCredentialState(host, params.assetid);
      },
      routeOptions({
        access: 'admin',
        summary: 'Allow a PC to enroll again',
        params: byAsset,
        responseSchema: credentialStateResult,
        status: 200,
      }),
    );
}
