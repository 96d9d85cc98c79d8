import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { SiteReport } from '../../kit/contributions.ts';
import { invalidFields, notFound } from '../../kit/errors.ts';
import { Turn } from '../../kit/give-way.ts';
import type { Host } from '../../kit/host.ts';
import { accessTo, authorise, may } from '../../kit/http/access.ts';
import { api, words } from '../../kit/http/api.ts';
import { csvResponse } from '../../kit/http/csv.ts';
import { hiddenFrom } from '../../kit/http/veil.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { describeFields } from '../../kit/resource/describe.ts';
import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import { askedSchema } from '../../kit/resource/validate.ts';

/** Rows of a report in one answer; a longer one is read as CSV. */
const MOST_ROWS = 10_000;

const column = z.object({ key: z.string(), title: z.string() });
const summary = z
  .object({
    key: z.string(),
    title: z.string(),
    description: z.string(),
    parameters: z.array(z.looseObject({ name: z.string(), title: z.string(), required: z.boolean() })),
  })
  .meta({ id: 'ReportSummary' });
const answer = z
  .object({
    key: z.string(),
    title: z.string(),
    columns: z.array(column),
    rows: z.array(z.record(z.string(), z.any())),
    truncated: z.boolean().meta({ description: `There are more than ${MOST_ROWS} rows: the CSV has all.` }),
  })
  .meta({ id: 'Report' });
export type ReportSummary = Omit<z.output<typeof summary>, 'parameters'> & { parameters: FieldDescriptor[] };
export type ReportAnswer = z.output<typeof answer>;

const asked = z
  .looseObject({ format: z.enum(['json', 'csv']).optional() })
  .meta({ description: 'The parameters of the report, as the list of reports describes them.' });

/** The columns that the caller is shown. */
const columnsOf = (host: Host, { columns }: SiteReport, actor: Actor) => {
  const hidden = hiddenFrom(actor, host.gathered.personal);
  return Object.entries(columns).flatMap(([key, title]) => (hidden.has(key) ? [] : [{ key, title }]));
};

/** The reports that the caller may read. */
const listed = ({ registers }: Host, all: readonly SiteReport[], actor: Actor) =>
  all
    .filter(({ needs }) => may(actor, accessTo(needs)))
    .map(({ key, title, about, asks }) => ({
      key,
      title,
      description: about,
      parameters: describeFields(registers, asks),
    }));

/** 404 for no such report, 401 or 403 for one that is not the caller's to read. */
function reportOf(all: readonly SiteReport[], actor: Actor, key: string): SiteReport {
  const found = all.find((report) => report.key === key);
  if (!found) throw notFound('Report');
  authorise(actor, accessTo(found.needs));
  return found;
}

const SWITCH: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };
const numberOf = (text: unknown) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(String(text)) ? Number(text) : text);

/** What the report is asked by; texts of the query become numbers and switches where such are asked for. */
function givenOf({ asks }: SiteReport, query: Record<string, unknown>) {
  const given = Object.entries(asks).flatMap(([name, { kind }]) => {
    const text = query[name];
    if (text === undefined || text === '') return [];
    if (kind === 'integer' || kind === 'number' || kind === 'ref') return [[name, numberOf(text)]];
    return [[name, kind === 'boolean' ? (SWITCH[String(text)] ?? text) : text]];
  });
  const parsed = askedSchema(asks).safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** The first rows, read in turns on a connection of their own. */
async function rowsOf(host: Host, report: SiteReport, given: Readonly<Record<string, unknown>>) {
  const snapshot = host.db.snapshot();
  const [rows, turn] = [[] as object[], new Turn()];
  try {
    for (const row of report.rows(snapshot.reader, given)) {
      if (rows.length === MOST_ROWS) return { rows, truncated: true };
      rows.push(Object.fromEntries(Object.keys(report.columns).map((key) => [key, row[key] ?? null])));
      if (turn.isOver) await turn.next();
    }
    return { rows, truncated: false };
  } finally {
    snapshot.close();
  }
}

const csvOf = (
  host: Host,
  report: SiteReport,
  given: Readonly<Record<string, unknown>>,
  actor: Actor,
): Response =>
  csvResponse(`${report.key}.csv`, columnsOf(host, report, actor), () => {
    const { reader, close } = host.db.snapshot();
    return { rows: report.rows(reader, given)[Symbol.iterator](), close };
  });

/** Tables of figures that features and plugins bring: each is a page, a CSV document and print. */
export const reports = definePlugin({
  id: 'reports',
  title: 'Reports',
  description: 'Tables of figures for people and spreadsheets',
  core: true,
  navigation: [{ group: 'Records', title: 'Reports', icon: 'report-analytics', path: '/reports', order: 90 }],
  routes: (host) => {
    const all = host.gathered.reports(host);
    return [
      api('/api/reports')
        .get(
          '',
          ({ call: { actor } }) => listed(host, all, actor),
          words({ access: 'optional', summary: 'List reports', answers: summary.array() }),
        )
        .get(
          '/:key',
          async ({ call: { actor }, params: { key }, query }) => {
            const report = reportOf(all, actor, key);
            const given = givenOf(report, query);
            if (query.format === 'csv') return csvOf(host, report, given, actor);
            const { title } = report;
            return {
              key,
              title,
              columns: columnsOf(host, report, actor),
              ...(await rowsOf(host, report, given)),
            };
          },
          words({
            access: 'optional',
            summary: 'A report, as rows or as CSV',
            params: z.object({ key: z.string().max(64) }),
            query: asked,
            answers: answer,
          }),
        ),
    ];
  },
});
