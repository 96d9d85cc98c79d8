import type { JobRecord } from '../../features/jobs/index.ts';
import { get, request } from './client.ts';
import { queryClient } from './query-client.ts';

const WATCH_MS = 2000;
const REST_MS = 30_000;
const KEY = ['jobs'];

/**
 * The query for all jobs with their last results. Refreshes every two seconds while a job runs, otherwise
 * every 30 seconds.
 */
export const jobsQuery = {
  queryKey: KEY,
  queryFn: () => get<JobRecord[]>('/jobs'),
  refetchInterval: ({ state }: { state: { data?: JobRecord[] } }) =>
    state.data?.some((job) => job.running) ? WATCH_MS : REST_MS,
};

/**
 * Runs a job and returns its record when it has ended. A failed job has `lastresult` `failed`; only a
 * rejected or unanswered request throws.
 */
export async function runJob(jobname: string): Promise<JobRecord> {
  setRunning(jobname);
  try {
    return (await request<JobRecord>('POST', `/jobs/${jobname}/run`)).data;
  } finally {
    await queryClient.invalidateQueries({ queryKey: KEY });
  }
}

/** Shows a job as running at once, because the request ends only with the job. */
const setRunning = (jobname: string): void =>
  void queryClient.setQueryData<JobRecord[]>(KEY, (jobs) =>
    jobs?.map((job) => (job.jobname === jobname ? { ...job, running: true } : job)),
  );
