import type { JobRecord } from '../../features/jobs/index.ts';
import { get, request } from './client.ts';
import { queryClient } from './query-client.ts';

const WATCH_MS = 2000;
const REST_MS = 30_000;
const KEY = ['jobs'];

/** The query for all jobs with their last results. Refreshes often while a job runs. */
export const jobsQuery = {
  queryKey: KEY,
  queryFn: () => get<JobRecord[]>('/jobs'),
  refetchInterval: ({ state }: { state: { data?: JobRecord[] } }) =>
    state.data?.some((job) => job.running) ? WATCH_MS : REST_MS,
};

/** Runs a job and returns when it has ended or failed. Throws the error of the request. */
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
