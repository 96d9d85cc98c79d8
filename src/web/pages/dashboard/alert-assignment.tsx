import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { calendarDate } from '../../parts/time.tsx';
import { AssignModal } from './assign-modal.tsx';

interface AlertAssignmentProps {
  item: DashboardSummary['attention'][number];
}

/** Shows who takes care of an alert, until when, and the button that assigns it. */
export function AlertAssignment({ item }: AlertAssignmentProps) {
  const [editing, setEditing] = useState(false);
  const { assignment, canassign, title } = item;
  return (
    <div className="mw-assignment">
      <span>
        {assignment ? (
          <>
            <b>{assignment.ismine ? 'You' : assignment.username}</b>
            {assignment.duedate && ` until ${calendarDate(assignment.duedate)}`}
            {assignment.note && <span className="mw-muted"> · {assignment.note}</span>}
          </>
        ) : (
          <span className="mw-muted">Not assigned</span>
        )}
      </span>
      {canassign && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${assignment ? 'Reassign' : 'Assign'} ${title}`}
          onClick={() => setEditing(true)}
        >
          {assignment ? 'Change' : 'Assign'}
        </Button>
      )}
      {editing && <AssignModal item={item} onClose={() => setEditing(false)} />}
    </div>
  );
}
