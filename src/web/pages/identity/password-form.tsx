import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { startSession, type TokenAnswer } from '../../api/session.ts';

const TOGGLE = { 'aria-label': 'Show or hide the password' };
export const PASSWORD_MIN = 8;

/** New password; the current one is asked for unless the change is forced. Ends every other session. */
export function PasswordForm({ forced, onDone }: { forced?: boolean; onDone?: () => void }) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const target = event.currentTarget;
    const form = new FormData(target);
    const wanted = String(form.get('new'));
    setFailure(null);
    if (wanted.length < PASSWORD_MIN)
      return setErrors({ new_password: `Use at least ${PASSWORD_MIN} characters.` });
    if (wanted !== form.get('again')) return setErrors({ again: 'The two passwords differ.' });
    setErrors({});
    setBusy(true);
    try {
      const body = {
        new_password: wanted,
        ...(forced ? {} : { current_password: String(form.get('current')) }),
      };
      const { data } = await request<TokenAnswer>('POST', '/auth/change-password', { body });
      startSession(data);
      target.reset();
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      onDone?.();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fielderrors : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {failure && (
          <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
            {failure}
          </Alert>
        )}
        {!forced && (
          <PasswordInput
            name="current"
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            error={errors.current_password}
            visibilityToggleButtonProps={TOGGLE}
          />
        )}
        <PasswordInput
          name="new"
          label="New password"
          description="At least 8 characters; a short sentence is a good one."
          autoComplete="new-password"
          required
          withAsterisk={false}
          autoFocus={forced}
          error={errors.new_password}
          visibilityToggleButtonProps={TOGGLE}
        />
        <PasswordInput
          name="again"
          label="New password again"
          autoComplete="new-password"
          required
          withAsterisk={false}
          error={errors.again}
          visibilityToggleButtonProps={TOGGLE}
        />
        <Button
          type="submit"
          loading={busy}
          fullWidth={forced}
          style={forced ? undefined : { justifySelf: 'start', alignSelf: 'flex-start' }}
        >
          Change the password
        </Button>
      </Stack>
    </form>
  );
}
