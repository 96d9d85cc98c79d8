import { Alert, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FormState } from '../../../../src/web/parts/use-form.ts';
import type { RunValues } from './run-values.ts';

/** Shows what an admin bypasses and its effect, and asks for the reason. */
export function RunOverride({ form, what }: { form: FormState<RunValues>; what: string }) {
  return (
    <>
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
        {what} You may pass it as an admin: your reason is kept in the log, and the PC is held against other
        commands for 60 minutes.
      </Alert>
      <TextInput label="Why" required maxLength={500} autoComplete="off" {...form.text('reason')} />
    </>
  );
}
