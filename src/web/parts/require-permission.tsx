import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useMe, useSignedIn } from '../api/queries.ts';
import { ErrorView } from './error-view.tsx';
import { PageSkeleton } from './skeletons.tsx';

/** The page for those who have the right, and for the others what they can do about it. */
export function RequirePermission({ needs, children }: { needs: string; children: ReactNode }) {
  const signedin = useSignedIn();
  const me = useMe();
  if (signedin && !me) return <PageSkeleton />;
  const may = me && (needs === 'login' || me.isadmin || me.permissions.includes(needs));
  return may ? children : <AccessDenied />;
}

/** What the server would say, said before anything is filled in. */
export function AccessDenied() {
  const error = useSignedIn()
    ? new ApiError(
        403,
        'FORBIDDEN',
        'You do not have the permission to do this. An admin can give it to you.',
      )
    : new ApiError(401, 'UNAUTHORIZED', 'Sign in to do this.');
  return <ErrorView error={error} />;
}
