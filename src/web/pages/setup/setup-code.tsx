import { TextInput } from '@mantine/core';
import type { FormState } from '../../parts/use-form.ts';

/** The code in the address that the appliance printed; empty where there is none. */
export const readSetupCode = (): string => new URLSearchParams(location.search).get('code') ?? '';

/** Where the setup code is typed by who came by another address. */
export const SetupCodeField = ({ form }: { form: Pick<FormState<{ setupcode: string }>, 'text'> }) => (
  <TextInput
    label="Setup code"
    description="It stands at the end of the address that the appliance printed when it started."
    autoComplete="off"
    required
    withAsterisk={false}
    {...form.text('setupcode')}
  />
);
