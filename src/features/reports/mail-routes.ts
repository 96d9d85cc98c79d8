import { z } from 'zod';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { ReportMailLimiter } from './report-mail-limiter.ts';
import { composeReportMail, parametersSchema, recipientsSchema } from './request.ts';

const mailed = z
  .object({
    queued: z.boolean(),
    report: z.string(),
    to: z.array(z.string()),
    rows: z.int(),
    attached: z
      .boolean()
      .meta({ description: 'Whether the CSV is attached; false if it is larger than 10 MB.' }),
  })
  .meta({ id: 'ReportMailed' });

/** Creates the route that queues a mail with a report at once, without a schedule. */
export const mailRoutes = (host: Host): Api =>
  api('/api/reports').post(
    '/email',
    async ({ call: { actor, context }, body: { report, parameters, to } }) => {
      host.getInstance(ReportMailLimiter).count(`user ${actor.userid}`);
      const { mail, rows, attached } = await composeReportMail(host, context, {
        report,
        parameters: parameters ?? {},
      });
      host.db.transact(context, 'reports.report.mailed', (tx) => {
        host.outbox.mail(tx, { ...mail, to });
        const details = { to, parameters: parameters ?? {}, rows, attached };
        tx.audit({ entitytype: 'report', entityid: report, details, undoable: false });
      });
      return { queued: true, report, to, rows, attached };
    },
    routeOptions({
      access: 'login',
      summary: 'Send a report by mail, with its first rows in the text and all rows as a CSV attachment',
      body: z.object({
        report: z.string().min(1).max(64),
        parameters: parametersSchema.nullish(),
        to: recipientsSchema.meta({
          description: 'One address, several separated by commas, or a list; at most 20.',
        }),
      }),
      responseSchema: mailed,
    }),
  );
