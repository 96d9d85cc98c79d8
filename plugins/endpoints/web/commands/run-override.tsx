import { Alert, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FormState } from '../../../../src/web/parts/use-form.ts';
import type { RunValues } from './run-values.ts';

/** Shows which rule an admin overrides with the command, and its effect. Requires a reason. */
export function RunOverride({ form, what }: { form: FormState<RunValues>; what: string }) {
  return (
    <>
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
        {what} As an admin, you can override this. Your reason is logged, and the PC is locked for other
        commands for 60 minutes.
      </Alert>
      <TextInput label="Reason" required maxLength={500} autoComplete="off" {...form.text('reason')} />
    </>
  );
}
