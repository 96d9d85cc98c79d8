import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { SiteReport } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { authorizeActor, isAuthorized, toRouteAccess } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import { type CsvDocument, csvResponse } from '../../kit/http/csv.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { REPORT_GROUPS } from '../../kit/report-group.ts';
import { describeFields, describeFilters } from '../../kit/resource/describe.ts';
import type { FieldDescriptor, FilterDescriptor } from '../../kit/resource/descriptor.ts';
import { parsePlaceSelection } from '../../kit/resource/place-filter.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import { listVisibleColumns } from './columns.ts';
import { mailRoutes } from './mail-routes.ts';
import {
  buildParameterSchemas,
  listPlaceFilters,
  parseParameters,
  prepareReportRows,
  type ReportQuery,
  type ReportRowsReader,
  reportQuerySchema,
} from './report-query.ts';
import { scheduleRegister as schedules } from './schedules/register.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { sendDueReports } from './schedules/run.ts';
import * as tables from './schedules/tables.ts';

/** Maximum number of rows of a report in one response. Longer reports are available as CSV. */
const MAX_REPORT_ROWS = 10_000;

const column = z.object({ key: z.string(), title: z.string() });
const summary = z
  .object({
    key: z.string(),
    title: z.string(),
    description: z.string(),
    group: z.enum(REPORT_GROUPS).meta({ description: 'Subject of the report.' }),
    parameters: z.array(z.looseObject({ name: z.string(), title: z.string(), required: z.boolean() })),
    chart: z
      .object({ by: z.string().optional(), over: z.string().optional(), count: z.string().optional() })
      .nullable()
      .meta({
        description:
          'Columns of a bar chart: one bar for each value of `by` or each month of `over`, with the number of rows or the sum of `count`.',
      }),
    filters: z.array(z.looseObject({ name: z.string(), title: z.string() })).meta({
      description:
        'Location filters that the report accepts, including all sub-locations; exact=true excludes them. Empty if the rows have no location.',
    }),
  })
  .meta({ id: 'ReportSummary' });
const answer = z
  .object({
    key: z.string(),
    title: z.string(),
    columns: z.array(column),
    rows: z.array(z.record(z.string(), z.any())),
    truncated: z.boolean().meta({
      description: `The report has more than ${MAX_REPORT_ROWS} rows; the CSV contains all of them.`,
    }),
  })
  .meta({ id: 'Report' });
export type ReportSummary = Omit<z.output<typeof summary>, 'parameters' | 'filters'> & {
  parameters: FieldDescriptor[];
  filters: FilterDescriptor[];
};
export type ReportAnswer = z.output<typeof answer>;

/** Returns the reports that the caller may read. */
const listReports = (host: Host, all: readonly SiteReport[], actor: Actor) =>
  all
    .filter(({ needs }) => isAuthorized(actor, toRouteAccess(needs)))
    .map((report) => ({
      key: report.key,
      title: report.title,
      description: report.about,
      group: report.group ?? ('Assets' as const),
      chart: report.chart ?? null,
      parameters: describeFields(host.registers, report.parameters),
      filters: describeFilters(host.registers, listPlaceFilters(host, report)),
    }));

/** Returns a report. Throws 404 when there is none, 401 or 403 when the caller may not read it. */
function reportOf(all: readonly SiteReport[], actor: Actor, key: string): SiteReport {
  const found = all.find((report) => report.key === key);
  if (!found) throw notFound('Report');
  authorizeActor(actor, toRouteAccess(found.needs));
  return found;
}

/** Reads the first rows in time slices, on a connection of its own. */
async function rowsOf(host: Host, { columns }: SiteReport, read: ReportRowsReader, turn: TimeSlice) {
  const snapshot = host.db.snapshot();
  const rows: object[] = [];
  try {
    for (const row of read(snapshot.reader)) {
      if (rows.length === MAX_REPORT_ROWS) return { rows, truncated: true };
      rows.push(Object.fromEntries(Object.keys(columns).map((key) => [key, row[key] ?? null])));
      if (turn.isOver) await turn.next();
    }
    return { rows, truncated: false };
  } finally {
    snapshot.close();
  }
}

/** Returns the columns that the caller may see, and the name of the downloaded file. */
const csvOf = (host: Host, report: SiteReport, { actor }: Call, bom: boolean | undefined): CsvDocument => ({
  filename: `${report.key}.csv`,
  columns: listVisibleColumns(host, report, actor),
  bom,
});

/** Returns the report for a query, as CSV or as rows. */
async function runReport(
  host: Host,
  all: readonly SiteReport[],
  call: Call,
  key: string,
  query: ReportQuery,
) {
  const { actor } = call;
  const report = reportOf(all, actor, key);
  const read = prepareReportRows(host, report, query, actor);
  if (query.format === 'csv')
    return csvResponse(csvOf(host, report, call, query.bom), () => {
      const { reader, close } = host.db.snapshot();
      return { rows: read(reader)[Symbol.iterator](), close };
    });
  const { title } = report;
  return {
    key,
    title,
    columns: listVisibleColumns(host, report, actor),
    ...(await rowsOf(host, report, read, call.createTimeSlice())),
  };
}

/**
 * Serves a report under a second path of its feature, for example `reportRoute(host,
 * '/api/tools/reports/due', 'tools-due')`.
 */
export function reportRoute(
  host: Host,
  path: string,
  key: string,
  /** Adds further data to the response, under keys of its own, but not to the CSV. */
  beside?: {
    responseSchema: z.ZodRawShape;
    read(reader: Reader, parameters: Readonly<Record<string, unknown>>): object;
  },
): Api {
  const all = host.contributions.reports(host);
  const own = all.find((report) => report.key === key)!;
  return api(path).get(
    '',
    async ({ call, query }) => {
      const answer = await runReport(host, all, call, key, query);
      if (answer instanceof Response || !beside) return answer;
      const [parameters, places] = [parseParameters(own, query), listPlaceFilters(host, own)];
      const details = host.db.read((reader) =>
        beside.read(reader, {
          ...parameters,
          place: parsePlaceSelection(reader, host.registers, places, query),
        }),
      );
      return { ...answer, ...details };
    },
    routeOptions({
      access: toRouteAccess(own.needs),
      summary: own.title,
      query: reportQuerySchema(host, [own]).extend(buildParameterSchemas(own)),
      responseSchema: beside
        ? answer.extend(beside.responseSchema).meta({ id: `Report${key.replace(/\W/g, '')}` })
        : answer,
    }),
  );
}

/** Reports of features and plugins: each has a page, a CSV document and a print view. */
export const reports = definePlugin({
  id: 'reports',
  title: 'Reports',
  description: 'Tables and charts with CSV export',
  core: true,
  tables,
  registers: [schedules],
  jobs: [
    {
      name: 'reports.schedules',
      title: 'Send scheduled reports',
      // The job runs often, so that a server that was off at the scheduled hour catches up soon.
      schedule: '*/10 * * * *',
      run: sendDueReports,
    },
  ],
  navigation: [
    {
      group: 'Records',
      title: 'Reports',
      icon: 'report-analytics',
      path: '/reports',
      words: 'list export mail',
      order: 90,
    },
  ],
  routes: (host) => {
    const all = host.contributions.reports(host);
    return [
      mailRoutes(host),
      ...scheduleRoutes(host),
      api('/api/reports')
        .get(
          '',
          ({ call: { actor } }) => listReports(host, all, actor),
          routeOptions({
            access: 'optional',
            summary: 'List reports',
            responseSchema: summary.array().max(500),
          }),
        )
        .get(
          '/:key',
          ({ call, params: { key }, query }) => runReport(host, all, call, key, query),
          routeOptions({
            access: 'optional',
            summary: 'A report, as rows or as CSV',
            params: z.object({ key: z.string().max(64) }),
            query: reportQuerySchema(host, all),
            responseSchema: answer,
          }),
        ),
    ];
  },
});
