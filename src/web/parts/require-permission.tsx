import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useMe, useSignedIn } from '../api/queries.ts';
import { ErrorView } from './error-view.tsx';
import { PageSkeleton } from './skeletons.tsx';

/** Renders the page for users with the permission. For others it shows what they can do about it. */
export function RequirePermission({ needs, children }: { needs: string; children: ReactNode }) {
  const signedin = useSignedIn();
  const me = useMe();
  if (signedin && !me) return <PageSkeleton />;
  const may = me && (needs === 'login' || me.isadmin || me.permissions.includes(needs));
  return may ? children : <AccessDenied />;
}

/** Shows the error that the server would return, before the user fills in anything. */
export function AccessDenied() {
  const error = useSignedIn()
    ? new ApiError(403, 'FORBIDDEN', 'You do not have the permission to do this. Ask an admin for access.')
    : new ApiError(401, 'UNAUTHORIZED', 'Sign in to do this.');
  return <ErrorView error={error} />;
}
