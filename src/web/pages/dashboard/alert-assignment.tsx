import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { calendarDate } from '../../parts/time.tsx';
import { AlertPlaces } from './alert-places.tsx';
import { AssignModal } from './assign-modal.tsx';

interface AlertAssignmentProps {
  item: DashboardSummary['attention'][number];
}

/** Shows who takes care of an alert and until when, with the buttons for its places and its assignment. */
export function AlertAssignment({ item }: AlertAssignmentProps) {
  const [editing, setEditing] = useState(false);
  const { assignment, canassign, hasplaces, title } = item;
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
          canassign && <span className="mw-muted">Not assigned</span>
        )}
      </span>
      {hasplaces && <AlertPlaces item={item} />}
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
