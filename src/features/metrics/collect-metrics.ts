import { runtime } from '#runtime';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { DURATION_BOUNDS_S } from '../../kit/http/request-meter.ts';
import { failedJobs } from '../../kit/job-queries.ts';
import { gauge, type Metric, toUnixSeconds } from '../../kit/metric.ts';
import { buildInfo } from '../../kit/version.ts';
import { activeAssets } from '../catalog/index.ts';
import { activeUsers } from './queries.ts';

/** Returns the current values of all metrics. */
export async function collectMetrics(host: Host): Promise<Metric[]> {
  return [
    ...processMetrics(host, await loopDelay()),
    ...requestMetrics(host),
    ...jobMetrics(host),
    ...host.db.read(dataMetrics),
    ...host.contributions.metrics(host),
  ];
}

/** Returns the seconds that a new task waits on the event loop. */
async function loopDelay(): Promise<number> {
  const began = performance.now();
  await new Promise<void>((resolve) => setImmediate(resolve));
  return (performance.now() - began) / 1000;
}

function processMetrics(host: Host, delay: number): Metric[] {
  const memory = process.memoryUsage();
  const labels = { version: buildInfo.version, commit: buildInfo.commit ?? '', runtime: runtime.name };
  const started = host.clock.now().getTime() / 1000 - process.uptime();
  return [
    {
      name: 'millwright_build_info',
      help: 'The running version.',
      type: 'gauge',
      samples: [{ labels, value: 1 }],
    },
    gauge('start_time_seconds', 'Start time of the process, in seconds since 1970.', started),
    gauge('uptime_seconds', 'Seconds since the process started.', process.uptime()),
    gauge('resident_memory_bytes', 'Memory of the process.', memory.rss),
    gauge('heap_used_bytes', 'Heap memory in use.', memory.heapUsed),
    gauge('event_loop_delay_seconds', 'Delay of the event loop.', delay),
    {
      name: 'millwright_sql_statements_total',
      help: 'SQL statements that the database has run.',
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
      help: 'HTTP requests by route path and status class.',
      type: 'counter',
      samples: counts.map(({ labels, count }) => ({ labels, value: count })),
    },
    {
      name: 'millwright_http_request_duration_seconds',
      help: 'Duration of HTTP requests by route path and status class; long polls stay open by design.',
      type: 'histogram',
      samples: counts.flatMap(({ labels, count, seconds, within }) => [
        ...DURATION_BOUNDS_S.map((bound, place) => ({
          suffix: '_bucket',
          labels: { ...labels, le: String(bound) },
          value: within[place]!,
        })),
        { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
        { suffix: '_sum', labels, value: seconds },
        { suffix: '_count', labels, value: count },
      ]),
    },
  ];
}

function jobMetrics(host: Host): Metric[] {
  const jobs = host.scheduler.figures();
  return [
    {
      name: 'millwright_job_failures_total',
      help: 'Failed runs of a job since the start.',
      type: 'counter',
      samples: jobs.map(({ jobname: job, failures }) => ({ labels: { job_name: job }, value: failures })),
    },
    {
      name: 'millwright_job_last_run_failed',
      help: '1 if the last run of a job failed, else 0.',
      type: 'gauge',
      samples: jobs.map(({ jobname: job, isfailed }) => ({
        labels: { job_name: job },
        value: isfailed ? 1 : 0,
      })),
    },
    {
      name: 'millwright_job_last_success_timestamp_seconds',
      help: 'Time of the last successful run of a job, if known.',
      type: 'gauge',
      samples: jobs.flatMap(({ jobname: job, lastsuccess }) =>
        lastsuccess ? [{ labels: { job_name: job }, value: toUnixSeconds(lastsuccess) }] : [],
      ),
    },
  ];
}

function dataMetrics(reader: Reader): Metric[] {
  return [
    gauge('assets', 'Active assets.', activeAssets.get(reader)!.n),
    gauge('users', 'Active users.', activeUsers.get(reader)!.n),
    gauge('jobs_failed', 'Jobs whose last run failed.', failedJobs.get(reader)!.n),
  ];
}
