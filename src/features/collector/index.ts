import { z } from 'zod';
import { runtime } from '#runtime';
import type { Collector, IngestResult } from '../../kit/contributions.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Access, authorizeActor } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import type { IgnoredFields } from '../../kit/ignored-fields.ts';
import { definePlugin } from '../../kit/plugin.ts';
import type { Registers } from '../../kit/resource/registers.ts';
import { SerialQueue } from '../../kit/serial-queue.ts';
import { TimeSlice, yieldToEventLoop } from '../../kit/time-slice.ts';
import { COLLECTOR } from '../identity/index.ts';
import { askAuthorizers } from './ask-authorizers.ts';
import { describeChanges, listChangedAssets } from './describe-changes.ts';
import { MAX_RECORDS } from './records.ts';
import { RecordsReader, readReportRecords } from './records-reader.ts';

export { createAssetCollector } from './asset-collector.ts';
export {
  type AssetClaim,
  type AssetMatch,
  matchAsset,
  recordPossibleDuplicates,
  removeEmptyIdentifiers,
  withMergeTarget,
} from './match-asset.ts';
export {
  MAX_INLINE_BODY_BYTES,
  MAX_REPORT_BODY_BYTES,
  validateRecord,
  withReportBody,
} from './records-reader.ts';
export { readReferences, referenceNames } from './reported-references.ts';
export { authorizeCallingPc, resolveCallingPc } from './resolve-calling-pc.ts';

const ignoredFields = z.record(z.string(), z.int()).meta({
  description: 'Number of converted, shortened or ignored values by field path.',
});

export const outcome = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    assetid: z.int().nullable(),
    ignored: z.union([ignoredFields, ignoredFields.array()]).optional().meta({
      description:
        'Converted, shortened or ignored values of descriptive fields. For one record, its fields, such as `{"model": 1}`; for a batch, a list in the order of the records. Missing if all values were stored unchanged. Counts at most 50 fields per record.',
    }),
  })
  .meta({ id: 'CollectorAnswer' });

/**
 * Duration of one time slice of a long batch in milliseconds. Each slice that changes something has its own
 * audit row.
 */
const TURN_MS = 30;
/**
 * Maximum number of journal rows in one slice. The hooks before the commit take longer for a row than the row
 * itself.
 */
const MAX_ROWS_PER_TURN = 300;
const SWEEP_AFTER_SLICES = 10;

/**
 * Ingests validated records. Unchanged records write nothing. A batch that fits into one time slice is one
 * transaction with one audit row. A longer batch lets other requests run between its slices. Committed slices
 * stay if a later record fails or the process ends; the next report contains the rest. Returns the counts and
 * the asset of the last record. Throws before any write when the actor may not report one of the records.
 */
export async function collect(
  host: Host,
  context: WriteContext,
  collector: Collector,
  records: readonly unknown[],
  ignored: readonly (IgnoredFields | undefined)[] = [],
) {
  // The permission is checked here, so that it does not depend on the URL of the route.
  authorizeActor(context.actor, allowReporters(host, collector));
  const answer = { created: 0, updated: 0, unchanged: 0, assetid: null as number | null };
  const reportedAssets = await authorizeRecords(host, context, collector, records);
  let next = 0;
  let current: IngestResult | undefined;
  let reports: IngestResult[] = [];
  const isMore = () => current !== undefined || next < records.length;
  const count = (ingested: IngestResult) => {
    answer[ingested.outcome]++;
    reports.push(ingested);
  };
  /** Ingests the next record, or the next part of one. */
  const step = (tx: Tx) => {
    if (current?.ingestMore) {
      if (current.ingestMore(tx)) return;
      if (current.isCountedAtEnd) count(current);
      current = undefined;
      return;
    }
    const ingested = collector.ingest(tx, records[next], reportedAssets[next], ignored[next]);
    next++;
    answer.assetid = ingested.assetid;
    if (ingested.ingestMore) current = ingested;
    if (!ingested.ingestMore || !ingested.isCountedAtEnd) count(ingested);
  };
  const turn = new TimeSlice(context.account, TURN_MS);
  for (let turns = 1; isMore(); turns++) {
    // A long batch produces so much garbage that it is collected before the batch ends.
    if (turns % SWEEP_AFTER_SLICES === 0) {
      runtime.collectGarbage();
      // Garbage collection takes as long as a slice, so other requests run before the next one.
      await yieldToEventLoop();
    }
    // An inventory may have thousands of rows, so it starts a commit group of its own.
    host.db.commit();
    const before = { ...answer };
    reports = [];
    host.db.transact(context, `collector.${collector.name}.ingested`, (tx) => {
      turn.restart();
      do step(tx);
      while (isMore() && !turn.isOver && tx.journal.length < MAX_ROWS_PER_TURN);
      recordChanges(tx, host.registers, { isBatch: records.length > 1, before, after: answer, reports });
    });
    if (!isMore()) break;
    await host.db.whenDurable;
    // Many callers may report at once, each with its own time share. The queue runs one of their slices at a
    // time.
    await host.getInstance(SerialQueue).waitForTurn();
    await turn.next();
  }
  return answer;
}

const credentialsOfPcs = (host: Host) =>
  host.contributions.reportAuthorizers(host).flatMap(({ credentials }) => credentials);

/**
 * Returns the access rule of a collector. It accepts the collector key, and credentials of PCs if its records
 * are about PCs.
 */
export const allowReporters = (host: Host, { pc }: Pick<Collector, 'pc'>): Access =>
  pc ? allowAnyReporter(host) : { machine: [COLLECTOR], refused: credentialsOfPcs(host) };

/**
 * Returns the access rule of routes that PCs query: PCs, and service tokens with the scope `orScope`. The
 * collector key is rejected.
 */
export const asPc = (host: Host, orScope?: string): Access => ({
  machine: credentialsOfPcs(host),
  refused: [COLLECTOR],
  ...(orScope && { orScope }),
});

/** Returns the access rule that accepts any credential with which reports can be sent. */
export const allowAnyReporter = (host: Host): Access => ({ machine: [...credentialsOfPcs(host), COLLECTOR] });

/**
 * Checks the whole batch before anything is written; one record that the actor may not report rejects all.
 * Returns for each record the asset that it is about, if the credential determines one.
 */
async function authorizeRecords(
  host: Host,
  { actor, account }: WriteContext,
  collector: Collector,
  records: readonly unknown[],
): Promise<(number | undefined)[]> {
  const authorizers = host.contributions.reportAuthorizers(host);
  const reportedAssets: (number | undefined)[] = [];
  const turn = new TimeSlice(account);
  for (const record of records) {
    reportedAssets.push(
      host.db.read((reader) => {
        const assetids = collector.listAssets?.(reader, record) ?? [];
        const claim = collector.pc?.(record);
        return askAuthorizers(authorizers, ({ authorizeReport }) =>
          authorizeReport(reader, actor, assetids, claim),
        );
      }),
    );
    if (turn.isOver) await turn.next();
  }
  return reportedAssets;
}

type Answer = Omit<z.output<typeof outcome>, 'ignored'>;

interface TurnOf {
  isBatch: boolean;
  before: Answer;
  after: Answer;
  reports: readonly IngestResult[];
}

/** Writes the audit row of one time slice, unless nothing has changed. */
function recordChanges(tx: Tx, registers: Registers, { isBatch, before, after, reports }: TurnOf): void {
  const [created, updated] = [after.created - before.created, after.updated - before.updated];
  const hasDetails = reports.some(({ auditDetails }) => auditDetails !== undefined);
  if (tx.journal.length === 0 && created + updated === 0 && !hasDetails) return;
  const counts = { ...after, created, updated, unchanged: after.unchanged - before.unchanged };
  tx.audit({
    entitytype: isBatch ? 'collector' : 'asset',
    entityid: isBatch ? null : after.assetid,
    details: {
      ...counts,
      ...(isBatch
        ? listChangedAssets(reports)
        : { ...describeChanges(tx, registers, after.assetid), ...reports[0]?.auditDetails }),
    },
    undoable: false,
  });
}

/** Returns the schema of a body for the OpenAPI document: one record, or a batch. */
const reportSchema = ({ record }: Collector): z.ZodType =>
  z.union([record, z.object({ records: record.array().min(1).max(MAX_RECORDS) })]);

function collectorRoutes(host: Host): readonly Api[] {
  const collectors = host.contributions.collectors(host);
  const access = allowAnyReporter(host);
  const take = async (collector: Collector, call: Call) => {
    call.disableIdleTimeout();
    const { records, ignored, isBatch } = await readReportRecords(host, collector, call);
    const answer = await collect(host, call.context, collector, records, ignored);
    if (ignored.every((fields) => fields === undefined)) return answer;
    return { ...answer, ignored: isBatch ? ignored.map((fields) => fields ?? {}) : ignored[0] };
  };
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
      routeOptions({
        access,
        summary: 'Liveness and the collectors that accept reports',
        responseSchema: z.object({
          alive: z.boolean(),
          collectors: z.array(z.object({ name: z.string(), path: z.string(), summary: z.string() })),
        }),
      }),
    ),
    ...collectors.map((collector) =>
      api(`/api/collector/${collector.name}`).post(
        '',
        ({ call }) => take(collector, call),
        routeOptions({
          access: allowReporters(host, collector),
          summary: collector.summary,
          raw: { type: 'application/json', form: reportSchema(collector), file: false },
          responseSchema: outcome,
        }),
      ),
    ),
    api('/api/collector').post(
      '/:plugin',
      ({ call, params }) => {
        const collector = collectors.find(({ name }) => name === params.plugin);
        if (!collector) throw notFound('Collector');
        return take(collector, call);
      },
      routeOptions({
        access,
        summary: 'Report inventories to a collector; 404 while its plugin is off',
        params: z.object({ plugin: z.string().max(64) }),
        raw: { type: 'application/json' },
        responseSchema: outcome,
      }),
    ),
  ];
}

/** Routes for inventories from agents and scripts. */
export const collector = definePlugin({
  id: 'collector',
  title: 'Collector',
  description: 'Inventory reports from agents and scripts',
  core: true,
  routes: collectorRoutes,
  stop: (host) => host.getInstance(RecordsReader).close(),
});
