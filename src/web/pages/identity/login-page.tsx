import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { capabilitiesQuery, needsAdminQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { startSession, type TokenAnswer } from '../../api/session.ts';
import { AppLink, useNavigateTo } from '../../parts/app-link.tsx';
import { Failure } from '../../parts/failure.tsx';
import { toSafePath } from '../../parts/safe-path.ts';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { CenteredCard } from './centered-card.tsx';
import { PasswordField } from './password-field.tsx';

/** Shows the sign-in. Redirects to the setup while the appliance has no admin. */
export function LoginPage() {
  const go = useNavigateTo();
  const router = useRouter();
  const next = (useLocation().search as Record<string, string>).next;
  const setup = useQuery(needsAdminQuery);
  const open = useQuery(capabilitiesQuery(false)).data?.read === true;
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (setup.data?.needsadmin) go('/setup', { replace: true });
  }, [setup.data, go]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(null);
    try {
      await signIn(String(form.get('username')), String(form.get('password')));
      router.history.replace(toSafePath(next));
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  if (setup.data?.needsadmin) return <PageSkeleton />;
  return (
    <CenteredCard title="Sign in">
      <form onSubmit={submit}>
        <Stack gap="md">
          <Failure>{failure}</Failure>
          <TextInput
            name="username"
            label="User name"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
          />
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          <Button type="submit" loading={busy} fullWidth mt={4}>
            Sign in
          </Button>
          {open && (
            <AppLink to="/assets" className="mw-small">
              Continue without signing in
            </AppLink>
          )}
        </Stack>
      </form>
    </CenteredCard>
  );
}

/** Signs in and clears the data that was loaded for the anonymous caller. Throws the error of the server. */
export async function signIn(username: string, password: string): Promise<void> {
  const { data } = await request<TokenAnswer>('POST', '/auth/login', { body: { username, password } });
  queryClient.clear();
  startSession(data);
}
