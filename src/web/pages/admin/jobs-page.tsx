import { IconClock, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { JobRecord } from '../../../features/jobs/index.ts';
import { jobsQuery, runJob } from '../../api/jobs-query.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { durationText, RelativeTime } from '../../parts/time.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { scheduleText } from './schedule-text.ts';

const COLUMNS: TableColumn<JobRecord>[] = [
  { title: 'Job', cell: (job) => <JobTitle job={job} />, headline: true, wrap: true },
  { title: 'Schedule', cell: (job) => <span title={job.schedule}>{scheduleText(job.schedule)}</span> },
  { title: 'Last result', cell: (job) => <JobResult job={job} /> },
  { title: 'Last run', cell: (job) => <RelativeTime at={job.lastrun} /> },
  {
    title: 'Duration',
    cell: (job) => job.lastduration !== null && durationText(job.lastduration),
    align: 'right',
  },
  { title: 'Next run', cell: (job) => <RelativeTime at={job.nextrun} /> },
];

/** Shows the scheduled jobs with their times and results. Refreshes often while a job runs. */
export function JobsPage() {
  const query = useQuery(jobsQuery);
  const run = async (job: JobRecord) => {
    try {
      const { lastresult, lasterror } = await runJob(job.jobname);
      if (lastresult === 'failed') toastError(new Error(lasterror ?? ''), `The job "${job.title}" failed`);
      else toastDone(`The job "${job.title}" finished.`);
    } catch (failure) {
      toastError(failure, `The job "${job.title}" could not be run`);
    }
  };
  return (
    <div className="mw-page">
      <PageHeader
        title="Jobs"
        icon={<IconClock size={22} aria-hidden />}
        subtitle="Scheduled jobs of this appliance, with their last results."
      />
      <DataTable
        bare
        title="Jobs"
        query={query}
        rows={query.data}
        rowKey={(job) => job.jobname}
        columns={COLUMNS}
        actions={(job) => (
          <SmallButton
            icon={IconPlayerPlay}
            disabled={job.running}
            onClick={() => void run(job)}
            aria-label={`Run now: ${job.title}`}
          >
            Run now
          </SmallButton>
        )}
        empty={{
          icon: IconClock,
          title: 'No jobs',
          text: 'Features and plugins add their scheduled jobs here.',
        }}
      />
    </div>
  );
}

function JobTitle({ job }: { job: JobRecord }) {
  return (
    <>
      <strong>{job.title}</strong>
      {job.lastresult === 'failed' && job.lasterror && <div className="mw-error">{job.lasterror}</div>}
    </>
  );
}

function JobResult({ job }: { job: JobRecord }) {
  if (job.running) return <StateBadge word="running" label="Running" />;
  if (!job.lastresult) return <span className="mw-muted">not yet</span>;
  return <StateBadge word={job.lastresult} label={job.lastresult === 'ok' ? 'Done' : 'Failed'} />;
}
