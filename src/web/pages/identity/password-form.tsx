import { Button } from '@mantine/core';
import { request } from '../../api/client.ts';
import { meQuery, useMe } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { startSession, type TokenAnswer } from '../../api/session.ts';
import { Form } from '../../parts/form.tsx';
import { useForm } from '../../parts/use-form.ts';
import { PasswordField, throwFieldErrors, validateNewPassword } from './password-field.tsx';

/** Changes the password. Requires the current one unless another user has set it. Ends all other sessions. */
export function PasswordForm({ forced, onDone }: { forced?: boolean; onDone?: () => void }) {
  const isAsked = useMe()?.asksproof ?? true;
  const form = useForm({
    initial: { current_password: '', new_password: '', again: '' },
    save: async ({ current_password, new_password, again }) => {
      throwFieldErrors(validateNewPassword('new_password', new_password, again));
      const body = isAsked ? { new_password, current_password } : { new_password };
      const { data } = await request<TokenAnswer>('POST', '/auth/change-password', { body });
      startSession(data);
      form.reset();
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      onDone?.();
    },
  });
  return (
    <Form form={form}>
      {isAsked && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.text('current_password')}
        />
      )}
      <PasswordField
        label="New password"
        description="At least 8 characters. A short sentence makes a good password."
        autoComplete="new-password"
        autoFocus={forced && !isAsked}
        {...form.text('new_password')}
      />
      <PasswordField label="New password again" autoComplete="new-password" {...form.text('again')} />
      <Button
        type="submit"
        loading={form.busy}
        fullWidth={forced}
        style={forced ? undefined : { justifySelf: 'start' }}
      >
        Change password
      </Button>
    </Form>
  );
}
