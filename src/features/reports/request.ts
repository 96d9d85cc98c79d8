import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { SiteReport } from '../../kit/contributions.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { AppError, invalid, invalidFields } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { authorizeActor, toRouteAccess } from '../../kit/http/access.ts';
import { hasMailServer, NO_MAIL_SERVER } from '../../kit/outbox/mail-server.ts';
import { readDayFormatter } from '../../kit/settings/day-formatter.ts';
import { readReportDocument } from './document.ts';
import { mailText } from './mail-text.ts';
import { parseParameters, prepareReportRows, type ReportQuery, reportQuerySchema } from './report-query.ts';

const MAX_RECIPIENTS = 20;

/** Parameter values in the form of the report's query. */
export const parametersSchema = z
  .record(z.string().max(64), z.union([z.string().max(255), z.number(), z.boolean(), z.null()]))
  .meta({ description: 'Parameters of the report, as in its query.' });
export type Parameters = z.output<typeof parametersSchema>;

const addresses = z
  .array(z.email('Use email addresses such as name@example.com.').max(255))
  .min(1, 'Enter at least one recipient.')
  .max(MAX_RECIPIENTS, `Enter at most ${MAX_RECIPIENTS} recipients.`);
/**
 * Recipients: one address, several separated by commas, semicolons or blanks, or a list. Duplicates are
 * removed.
 */
export const recipientsSchema = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split(/[,;\s]+/)
          .filter(Boolean)
          .slice(0, MAX_RECIPIENTS + 1)
      : value,
  addresses.transform((all) => [...new Set(all)]),
);

export interface MailRequest {
  report: string;
  parameters: Parameters;
}

/**
 * Returns a report that the caller may read. Throws 400 when there is none, 401 or 403 when the caller may
 * not read it.
 */
export function requireReport(host: Host, actor: Actor, key: string): SiteReport {
  const found = host.contributions.reports(host).find((report) => report.key === key);
  if (!found) throw invalid('report', 'This report does not exist.');
  authorizeActor(actor, toRouteAccess(found.needs));
  return found;
}

/**
 * Returns the parameters in the form of the report's own route, without nulls and without `format`. Throws
 * 400 that names the invalid ones below `parameters`.
 */
export function readParameters(host: Host, report: SiteReport, parameters: Parameters): ReportQuery {
  const texts = Object.entries(parameters).flatMap(([name, value]) =>
    value === null || name === 'format' ? [] : [[name, String(value)]],
  );
  return prefixIssues('parameters', () => {
    const parsed = reportQuerySchema(host, [report]).safeParse(Object.fromEntries(texts));
    if (!parsed.success)
      throw invalidFields(
        parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      );
    parseParameters(report, parsed.data);
    return parsed.data;
  });
}

/** Runs `work` and prefixes the paths of its validation issues with their place in the body. */
function prefixIssues<T>(prefix: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const issues = cause instanceof AppError ? (cause.details?.issues as Issue[] | undefined) : undefined;
    if (!issues) throw cause;
    throw invalidFields(issues.map(({ path, message }) => ({ path: `${prefix}.${path}`, message })));
  }
}
type Issue = { path: string; message: string };

/**
 * Composes the mail of a report with the data that this actor may read. Throws 409 without a mail server,
 * before any row is read, and as `requireReport` and `readParameters` do.
 */
export async function composeReportMail(
  host: Host,
  by: Pick<WriteContext, 'actor' | 'account'>,
  { report: key, parameters }: MailRequest,
) {
  const { actor } = by;
  const report = requireReport(host, actor, key);
  const query = readParameters(host, report, parameters);
  refuseWithoutMail(host);
  const document = await readReportDocument(host, report, prepareReportRows(host, report, query, actor), by);
  const { settings } = host;
  const base = settings.text('site_url').replace(/\/+$/, '');
  const queryString = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();
  const mail = mailText({
    site: settings.text('site_name') || 'Millwright',
    key,
    title: report.title,
    about: report.about,
    link: base && `${base}/reports/${key}${queryString && `?${queryString}`}`,
    document,
    formatDay: readDayFormatter(settings),
  });
  return { mail, rows: document.count, attached: document.csv !== undefined };
}

function refuseWithoutMail({ settings }: Host): void {
  if (!hasMailServer(settings)) throw new AppError('CONFLICT', NO_MAIL_SERVER);
}
