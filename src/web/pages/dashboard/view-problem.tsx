import { Button } from '@mantine/core';
import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';

interface ViewProblemProps {
  view: NonNullable<DashboardSummary['attention'][number]['view']>;
  title: string;
}

/** Shows why the rows of an alert cannot be counted, and removes the alert. */
export function ViewProblem({ view: { savedviewid, problem }, title }: ViewProblemProps) {
  const remove = async () => {
    try {
      const { auditid } = await request('DELETE', `/viewalerts/${savedviewid}`);
      await queryClient.invalidateQueries({ queryKey: ['dashboard'] });
      toastDone(`${title} deleted.`, auditid);
    } catch (error) {
      toastError(error, 'The alert was not deleted');
    }
  };
  return (
    <div className="mw-assignment">
      <span>{problem}</span>
      <Button size="compact-sm" variant="subtle" aria-label={`Delete ${title}`} onClick={remove}>
        Delete
      </Button>
    </div>
  );
}
