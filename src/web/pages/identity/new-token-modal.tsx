import { Checkbox, MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { permissionsQuery, useMe } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { useForm } from '../../parts/use-form.ts';

interface Token {
  name: string;
  service: boolean;
  scopes: string[];
  expiresat: string;
}

const NO_TOKEN: Token = { name: '', service: false, scopes: [], expiresat: '' };

interface NewTokenModalProps {
  /** Offers a service token, which belongs to no user. */
  service: boolean;
  onClose: () => void;
}

/** Creates a token. Its secret is shown only once. */
export function NewTokenModal({ service, onClose }: NewTokenModalProps) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret === null) return <TokenForm service={service} onSecret={setSecret} onClose={onClose} />;
  return (
    <SecretOnce title="Copy token" secret={secret} onClose={onClose}>
      Only a hash of the token is stored, so it cannot be read later.
    </SecretOnce>
  );
}

interface TokenFormProps extends NewTokenModalProps {
  onSecret: (secret: string) => void;
}

function TokenForm({ service, onSecret, onClose }: TokenFormProps) {
  const me = useMe();
  const catalog = useQuery(permissionsQuery);
  const form = useForm({
    initial: NO_TOKEN,
    save: async (token) => {
      const body = {
        name: token.name,
        expiresat: token.expiresat || undefined,
        scopes: token.scopes.length > 0 ? token.scopes : undefined,
        service: token.service || undefined,
      };
      const { data } = await request<{ secret: string }>('POST', '/apitokens', { body });
      await queryClient.invalidateQueries({ queryKey: ['apitokens'] });
      onSecret(data.secret);
    },
  });
  const isservice = form.values.service;
  return (
    <FormModal form={form} title="New API token" action="Create token" onClose={onClose}>
      <TextInput
        label="Name"
        description="The program that uses it, for example “nightly export”."
        required
        maxLength={120}
        data-autofocus
        {...form.text('name')}
      />
      {service && (
        <Checkbox
          label="Service token"
          description="Belongs to no user and has only the permissions selected below."
          checked={isservice}
          onChange={(event) => {
            form.set('service', event.currentTarget.checked);
            form.set('scopes', []);
          }}
        />
      )}
      <MultiSelect
        label="Permissions"
        description={
          isservice ? 'Select at least one.' : 'Leave empty for all your permissions, now and later.'
        }
        data={(isservice ? catalog.data?.servicescopes : me?.permissions) ?? []}
        value={form.values.scopes}
        onChange={(scopes) => form.set('scopes', scopes)}
        searchable
        clearable
        hidePickedOptions
        error={form.errors.scopes}
        openOnFocus={!form.errors.scopes}
        clearButtonProps={{ 'aria-label': 'Clear', tabIndex: -1 }}
      />
      <TextInput
        type="date"
        label="Expires on"
        description="Leave empty for a token that never expires."
        {...form.text('expiresat')}
      />
    </FormModal>
  );
}
