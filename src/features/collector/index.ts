import { z } from 'zod';
import type { Collector, Ingested } from '../../kit/contributions.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { invalid, invalidFields } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, words } from '../../kit/http/api.ts';
import { readJson } from '../../kit/http/body.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { COLLECTOR } from '../identity/index.ts';
import { whatChanged } from './what-changed.ts';

const BODY_BYTES = 16 * 1024 * 1024;
const MAX_RECORDS = 1000;

export const outcome = z
  .object({ created: z.int(), updated: z.int(), unchanged: z.int(), assetid: z.int().nullable() })
  .meta({ id: 'CollectorAnswer' });

/** One record or `{records: [...]}`, each validated; one bad record refuses the whole batch. */
function recordsOf(collector: Collector, body: unknown): unknown[] {
  const batch = (body as { records?: unknown } | null)?.records;
  const given = batch === undefined ? [body] : batch;
  if (!Array.isArray(given) || given.length === 0) throw invalid('records', 'Send at least one record.');
  if (given.length > MAX_RECORDS) throw invalid('records', `Send at most ${MAX_RECORDS} records at once.`);
  return given.map((record, index) => {
    const parsed = collector.record.safeParse(record);
    if (parsed.success) return parsed.data;
    const prefix = batch === undefined ? [] : ['records', String(index)];
    throw invalidFields(
      parsed.error.issues.map((issue) => ({
        path: [...prefix, ...issue.path].join('.'),
        message: issue.message,
      })),
    );
  });
}

/** Takes a batch in one transaction with one audit row; nothing changed means nothing is written. */
export function collect(host: Host, context: WriteContext, collector: Collector, records: unknown[]) {
  const answer = { created: 0, updated: 0, unchanged: 0, assetid: null as number | null };
  const reports: Ingested[] = [];
  // An inventory may be thousands of rows: it begins a group of its own.
  host.db.commit();
  host.db.transact(context, `collector.${collector.name}.ingested`, (tx) => {
    for (const record of records) {
      const report = collector.ingest(tx, record);
      answer[report.outcome]++;
      answer.assetid = report.assetid;
      reports.push(report);
    }
    if (tx.journal.length > 0 || answer.created + answer.updated > 0) {
      tx.audit({
        entitytype: records.length === 1 ? 'asset' : 'collector',
        entityid: records.length === 1 ? answer.assetid : null,
        details: { ...answer, ...whatChanged(tx, host.registers, reports) },
        undoable: false,
      });
    }
  });
  return answer;
}

function collectorRoutes(host: Host): readonly Api[] {
  const collectors = host.gathered.collectors(host);
  const access = { machine: [COLLECTOR] };
  return [
    api('/api/collector').get(
      '/status',
      () => ({
        alive: true,
        collectors: collectors.map(({ name, summary }) => ({
          name,
          path: `/api/collector/${name}`,
          summary,
        })),
      }),
      words({
        access,
        summary: 'Liveness, and what can be reported',
        answers: z.object({
          alive: z.boolean(),
          collectors: z.array(z.object({ name: z.string(), path: z.string(), summary: z.string() })),
        }),
      }),
    ),
    ...collectors.map((collector) =>
      api(`/api/collector/${collector.name}`).post(
        '',
        async ({ call }) =>
          collect(host, call.context, collector, recordsOf(collector, await readJson(call.req, BODY_BYTES))),
        words({ access, summary: collector.summary, raw: { type: 'application/json' }, answers: outcome }),
      ),
    ),
  ];
}

/** Inventories from agents and scripts. */
export const collector = definePlugin({
  id: 'collector',
  title: 'Collector',
  description: 'Inventories from agents and scripts',
  core: true,
  routes: collectorRoutes,
});
