import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconMoodEmpty } from '@tabler/icons-react';
import { ApiError, errorMessage } from '../api/api-error.ts';
import { useSignedIn } from '../api/queries.ts';
import { useNavigateTo } from './app-link.tsx';
import { EmptyState } from './empty-state.tsx';

/**
 * Shows an error in place of the content, with a suggestion what to do. Status 401, 403 and 404 get no retry
 * button.
 */
export function ErrorView({ error, retry }: { error: unknown; retry?: () => void }) {
  const go = useNavigateTo();
  const signedin = useSignedIn();
  const status = error instanceof ApiError ? error.status : 0;
  const refused = status === 401 || status === 403;
  const title = refused ? 'Access denied' : status === 404 ? 'Not found' : 'Loading failed';
  const icon = refused ? (
    <IconLock size={32} />
  ) : status === 404 ? (
    <IconMoodEmpty size={32} />
  ) : (
    <IconAlertTriangle size={32} />
  );
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={title}
        actions={
          <>
            {!signedin && refused && <Button onClick={() => go(signInPath())}>Sign in</Button>}
            {retry && !refused && status !== 404 && <Button onClick={retry}>Try again</Button>}
            <Button variant="default" onClick={() => go('/')}>
              Open dashboard
            </Button>
          </>
        }
      >
        {errorMessage(error)}
        {error instanceof ApiError && error.requestid && status >= 500 && (
          <div className="mw-muted">Reference for support: {error.requestid}</div>
        )}
      </EmptyState>
    </div>
  );
}

function signInPath(): string {
  return `/login?next=${encodeURIComponent(location.pathname + location.search)}`;
}
