import { z } from 'zod';
import { attachIfAny } from '../../../src/kit/files/upload.ts';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { readFields } from '../../../src/kit/http/form-fields.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { AGENT_CREDENTIAL, readCallingPc, SHARED_KEY_CREDENTIAL } from '../agent-credentials.ts';
import { listReports, operatorReportListQuery } from './list.ts';
import { ReportLimiter } from './report-limiter.ts';
import {
  readReportView,
  SCREENSHOT_AREA,
  SCREENSHOT_RULE,
  saveOperatorReport,
  serveScreenshot,
} from './save-operator-report.ts';
import { operatorReportInput, reportRecord, reportRow } from './schemas.ts';

const access = { can: 'endpoints.operatorreports' };
const byReport = z.object({ operatorreportid: idParam });

/** Routes for reports of users at a PC, with a picture of the screen. */
export const operatorReportRoutes = (host: Host): Api =>
  api('/api/endpoints/operator-reports')
    .post(
      '',
      ({ call: { req, actor, context }, query }) => {
        const limiter = host.getInstance(ReportLimiter);
        // Without a host name in the query, a caller with the shared key sends it in the form, together with
        // the picture. Only then is the PC identified.
        const isKnown = actor.kind === AGENT_CREDENTIAL.kind || query.hostname !== undefined;
        if (isKnown) limiter.count(`asset ${readCallingPc(host, actor, query.hostname).assetid}`);
        return attachIfAny(
          host.files,
          req,
          SCREENSHOT_AREA,
          { ...SCREENSHOT_RULE, form: operatorReportInput },
          ({ file, fields }) => {
            const { hostname, ...input } = readFields(operatorReportInput, fields);
            const pc = readCallingPc(host, actor, query.hostname, hostname);
            if (!isKnown) limiter.count(`asset ${pc.assetid}`);
            return {
              ...saveOperatorReport(host, context, pc, input, file),
              filename: file?.filename ?? null,
            };
          },
        );
      },
      routeOptions({
        access: { machine: [AGENT_CREDENTIAL, SHARED_KEY_CREDENTIAL] },
        summary: 'Send an operator report from a PC, with an optional screenshot; at most ten per hour',
        query: z.object({ hostname: z.string().min(1).max(255).optional() }),
        raw: {
          type: 'multipart/form-data',
          form: operatorReportInput,
          file: { name: 'screenshot', isOptional: true },
        },
        responseSchema: reportRecord.extend({
          filename: z.string().nullable().meta({ description: 'Stored file name of the screenshot.' }),
        }),
        status: 201,
      }),
    )
    .get(
      '',
      ({ call: { actor }, query }) => listReports(host, actor, query),
      routeOptions({
        access,
        summary: 'Operator reports, the newest first',
        query: operatorReportListQuery,
        responseSchema: reportRow.array(),
        paged: true,
      }),
    )
    .get(
      '/:operatorreportid',
      ({ params }) => readReportView(host, params.operatorreportid),
      routeOptions({
        access,
        summary: 'One operator report',
        params: byReport,
        responseSchema: reportRecord,
      }),
    )
    .get(
      '/:operatorreportid/screenshot',
      ({ params }) => serveScreenshot(host, params.operatorreportid),
      routeOptions({ access, summary: 'The screenshot of a report', params: byReport, produces: 'image/*' }),
    );
