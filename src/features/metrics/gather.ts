import { runtime } from '#runtime';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { failedJobs } from '../../kit/job-queries.ts';
import { activeAssets } from '../catalog/index.ts';
import type { Metric } from './exposition.ts';
import { activeUsers, outboxItems } from './queries.ts';

const gauge = (name: string, help: string, value: number): Metric => ({
  name: `millwright_${name}`,
  help,
  type: 'gauge',
  samples: [{ value }],
});

/** Everything that is measured, at this moment. */
export async function gather(host: Host): Promise<Metric[]> {
  return [...processMetrics(host, await loopDelay()), ...requestMetrics(host), ...host.db.read(dataMetrics)];
}

/** Seconds that a task put on the event loop now waits for its turn. */
async function loopDelay(): Promise<number> {
  const began = performance.now();
  await new Promise<void>((resolve) => setImmediate(resolve));
  return (performance.now() - began) / 1000;
}

function processMetrics(host: Host, delay: number): Metric[] {
  const memory = process.memoryUsage();
  const labels = { version: host.version, runtime: runtime.name };
  return [
    {
      name: 'millwright_build_info',
      help: 'The running version.',
      type: 'gauge',
      samples: [{ labels, value: 1 }],
    },
    gauge('uptime_seconds', 'Seconds since the process started.', process.uptime()),
    gauge('resident_memory_bytes', 'Memory of the process.', memory.rss),
    gauge('heap_used_bytes', 'Memory in use by objects.', memory.heapUsed),
    gauge('event_loop_delay_seconds', 'How long a task waits for its turn.', delay),
    {
      name: 'millwright_sql_statements_total',
      help: 'Statements that the database was given.',
      type: 'counter',
      samples: [{ value: host.db.statementCount }],
    },
  ];
}

function requestMetrics(host: Host): Metric[] {
  const counts = host.meter.all().map(({ method, path, status, ...measured }) => ({
    labels: { method, path, status },
    ...measured,
  }));
  return [
    {
      name: 'millwright_http_requests_total',
      help: 'Answered requests by declared path and class of status.',
      type: 'counter',
      samples: counts.map(({ labels, count }) => ({ labels, value: count })),
    },
    {
      name: 'millwright_http_request_duration_seconds',
      help: 'Time spent on answering, by declared path and class of status.',
      type: 'summary',
      samples: counts.flatMap(({ labels, count, seconds }) => [
        { suffix: '_sum', labels, value: seconds },
        { suffix: '_count', labels, value: count },
      ]),
    },
  ];
}

function dataMetrics(reader: Reader): Metric[] {
  const pragma = (name: string) => reader.value<number>(`PRAGMA ${name}`)!;
  const items = (state: 'queued' | 'failed') => outboxItems.get(reader, { state })!.n;
  return [
    gauge('assets', 'Active assets.', activeAssets.get(reader)!.n),
    gauge('users', 'Active users.', activeUsers.get(reader)!.n),
    gauge('outbox_queued', 'Mail and webhooks that wait.', items('queued')),
    gauge('outbox_failed', 'Mail and webhooks given up.', items('failed')),
    gauge('jobs_failed', 'Jobs that failed last time.', failedJobs.get(reader)!.n),
    gauge('database_bytes', 'Size of the database.', pragma('page_count') * pragma('page_size')),
  ];
}
