import { z } from 'zod';
import { invalid, invalidFields } from '../errors.ts';
import type { Host } from '../host.ts';
import { readJson } from '../http/body.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { type Collector, definePlugin } from '../plugin.ts';

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
export function collect(host: Host, call: Pick<Call, 'context'>, collector: Collector, records: unknown[]) {
  const answer = { created: 0, updated: 0, unchanged: 0, assetid: null as number | null };
  host.db.transact(call.context, (tx) => {
    for (const record of records) {
      const { outcome: result, assetid } = collector.ingest(tx, record);
      answer[result]++;
      answer.assetid = assetid;
    }
    if (tx.journal.length > 0 || answer.created + answer.updated > 0) {
      tx.audit({
        action: `collector.${collector.name}.ingested`,
        // One machine's report belongs to that machine; a batch belongs to nobody.
        entitytype: records.length === 1 ? 'asset' : 'collector',
        entityid: records.length === 1 ? answer.assetid : null,
        details: { ...answer },
        undoable: false,
      });
    }
  });
  return answer;
}

function collectorRoutes(host: Host): Route[] {
  const collectors = host.plugins.flatMap((plugin) => plugin.collectors?.(host) ?? []);
  const access = { machine: ['collector'] as const };
  return [
    route(
      'GET',
      '/api/collector/status',
      {
        access,
        summary: 'Liveness, and what can be reported',
        response: z.object({
          alive: z.boolean(),
          collectors: z.array(z.object({ name: z.string(), path: z.string(), summary: z.string() })),
        }),
      },
      () => ({
        alive: true,
        collectors: collectors.map(({ name, summary }) => ({
          name,
          path: `/api/collector/${name}`,
          summary,
        })),
      }),
    ),
    ...collectors.map((collector) =>
      route(
        'POST',
        `/api/collector/${collector.name}`,
        {
          access,
          summary: collector.summary,
          body: 'raw',
          bodytype: 'application/json',
          maxbody: BODY_BYTES,
          response: outcome,
        },
        async (call) =>
          collect(host, call, collector, recordsOf(collector, await readJson(call.req, BODY_BYTES))),
      ),
    ),
  ];
}

/** Inventories from agents and scripts. */
export const collecting = definePlugin({
  id: 'collector',
  title: 'Collector',
  description: 'Inventories from agents and scripts',
  core: true,
  routes: collectorRoutes,
});
