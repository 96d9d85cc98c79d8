import { Alert, Checkbox, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { FieldErrors } from '../../../../src/web/api/api-error.ts';
import { request } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import { type MintedToken, pinnedQuery } from './token-query.ts';

interface NewTokenProps {
  onMade: (token: MintedToken) => void;
  onClose: () => void;
}

/**
 * `site_url` is no form field, but the server returns an error for it. Without an address there is no
 * installer.
 */
const INITIAL = { name: '', expireshours: '24', maxuses: '', publicauthority: false, site_url: '' };

/** Shows the form that creates a token from a name, a duration and a number of PCs. */
export function NewToken({ onMade, onClose }: NewTokenProps) {
  const { data: isPinned } = useQuery(pinnedQuery);
  const form = useForm({
    initial: INITIAL,
    save: async ({ name, expireshours, maxuses, publicauthority }) => {
      const body = {
        name,
        expireshours: wholeNumber('expireshours', expireshours, MAX_HOURS),
        maxuses: maxuses.trim() === '' ? null : wholeNumber('maxuses', maxuses, MAX_USES),
        publicauthority,
      };
      const { data } = await request<MintedToken>('POST', '/endpoints/bootstrap-tokens', { body });
      await queryClient.invalidateQueries();
      onMade(data);
    },
  });
  return (
    <FormModal
      form={form}
      draft="endpoints/bootstrap-tokens/new"
      title="New bootstrap token"
      action="Create token"
      onClose={onClose}
    >
      {form.errors.site_url && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
          <span className="mw-through">
            {form.errors.site_url} <AppLink to="/admin/settings">Open the settings</AppLink>
          </span>
        </Alert>
      )}
      <TextInput
        label="Name"
        description="Purpose, for example “Line 3, new PCs”."
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...form.text('name')}
      />
      <TextInput
        label="Valid for (hours)"
        description="At most 720, which is 30 days."
        inputMode="numeric"
        required
        {...form.text('expireshours')}
      />
      <TextInput
        label="Maximum PCs"
        description="Each PC that downloads the agent counts. Leave empty for no limit."
        inputMode="numeric"
        {...form.text('maxuses')}
      />
      {isPinned === false && (
        <Checkbox
          label="Trust any public authority"
          description="This appliance does not use TLS, so installers cannot pin its certificate. Anyone with a public certificate for this address could then run code as root or SYSTEM. Select this only if a reverse proxy serves TLS."
          {...form.check('publicauthority')}
        />
      )}
    </FormModal>
  );
}

const MAX_HOURS = 720;
const MAX_USES = 100_000;
const COUNT = new Intl.NumberFormat('en');

function wholeNumber(field: string, text: string, most: number): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new FieldErrors({ [field]: `Enter a whole number from 1 to ${COUNT.format(most)}.` });
}
