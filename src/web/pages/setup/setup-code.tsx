import { TextInput } from '@mantine/core';
import type { FormState } from '../../parts/use-form.ts';

/** Returns the setup code in the URL that the appliance printed; empty without one. */
export const readSetupCode = (): string => new URLSearchParams(location.search).get('code') ?? '';

/** Shows the field for the setup code, for users who opened the page with a different URL. */
export const SetupCodeField = ({ form }: { form: Pick<FormState<{ setupcode: string }>, 'text'> }) => (
  <TextInput
    label="Setup code"
    description="It is at the end of the address that the appliance printed at startup."
    autoComplete="off"
    required
    withAsterisk={false}
    {...form.text('setupcode')}
  />
);
