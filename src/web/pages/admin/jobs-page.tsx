import { Button } from '@mantine/core';
import { IconClock, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Job } from '../../../features/jobs/index.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Ago, durationText } from '../../parts/time.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';

const WATCH_MS = 2000;
const REST_MS = 30_000;

/** What the appliance does by itself, when, and how it went; watched closely while something runs. */
export function JobsPage() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['jobs'],
    queryFn: () => get<Job[]>('/jobs'),
    refetchInterval: (query) => (query.state.data?.some((job) => job.running) ? WATCH_MS : REST_MS),
  });
  const run = async (job: Job) => {
    try {
      await request('POST', `/jobs/${job.jobname}/run`);
      toastDone(`${job.title} started.`);
    } catch (failure) {
      toastError(failure, `${job.title} could not be started`);
    }
    await queryClient.invalidateQueries({ queryKey: ['jobs'] });
  };
  return (
    <div className="mw-page">
      <PageHeader
        title="Jobs"
        icon={<IconClock size={22} aria-hidden />}
        subtitle="Work that the appliance does by itself."
      />
      {isPending && <SkeletonRows />}
      {error && <ErrorView error={error} retry={refetch} />}
      {data && (
        <div className="mw-table-wrap mw-table-flat">
          <table className="mw-table mw-stackable">
            <thead>
              <tr>
                <th>Job</th>
                <th>Schedule</th>
                <th>Last result</th>
                <th>Last run</th>
                <th data-number>Took</th>
                <th>Next run</th>
                <th>
                  <span className="mw-visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((job) => (
                <JobRow key={job.jobname} job={job} onRun={() => void run(job)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function JobRow({ job, onRun }: { job: Job; onRun: () => void }) {
  return (
    <tr>
      <td className="mw-wrap">
        <strong>{job.title}</strong>
        {job.lastresult === 'failed' && job.lasterror && (
          <div style={{ color: 'var(--mw-critical)' }}>{job.lasterror}</div>
        )}
      </td>
      <td data-label="Schedule" className="mw-mono">
        {job.schedule}
      </td>
      <td data-label="Last result">
        {job.running ? (
          <StateBadge word="running" label="Running" />
        ) : job.lastresult ? (
          <StateBadge word={job.lastresult} label={job.lastresult === 'ok' ? 'Done' : 'Failed'} />
        ) : (
          <span className="mw-muted">not yet</span>
        )}
      </td>
      <td data-label="Last run">
        <Ago at={job.lastrun} />
      </td>
      <td data-label="Took" data-number>
        {job.lastduration === null ? '–' : durationText(job.lastduration)}
      </td>
      <td data-label="Next run">
        <Ago at={job.nextrun} />
      </td>
      <td data-number>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerPlay size={14} />}
          disabled={job.running}
          onClick={onRun}
          aria-label={`Run now: ${job.title}`}
        >
          Run now
        </Button>
      </td>
    </tr>
  );
}
