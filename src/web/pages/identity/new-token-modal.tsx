import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addDays, dayOf } from '../../../kit/clock.ts';
import { FieldErrors } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { useMe } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { useForm } from '../../parts/use-form.ts';
import { type NewToken, TokenLimitFields } from './token-access.tsx';

const NEW_TOKEN: NewToken = {
  name: '',
  service: false,
  access: 'read',
  scopes: [],
  validity: '365',
  expiresat: '',
};

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
  const form = useForm({
    initial: NEW_TOKEN,
    save: async (token) => {
      const body = {
        name: token.name,
        expiresat: expiryOf(token),
        scopes: scopesOf(token, me?.permissions ?? []),
        service: token.service || undefined,
      };
      const { data } = await request<{ secret: string }>('POST', '/apitokens', { body });
      await queryClient.invalidateQueries({ queryKey: ['apitokens'] });
      onSecret(data.secret);
    },
  });
  return (
    <FormModal
      form={form}
      draft="apitokens/new"
      title="New API token"
      action="Create token"
      onClose={onClose}
    >
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
          description="Belongs to no user, and stays valid when its creator leaves."
          checked={form.values.service}
          onChange={(event) => {
            form.set('service', event.currentTarget.checked);
            form.set('scopes', []);
            form.set('access', 'read');
          }}
        />
      )}
      <TokenLimitFields form={form} />
    </FormModal>
  );
}

/** Returns the scopes of a new token; undefined for all permissions of its owner. Throws without a selection. */
function scopesOf({ access, scopes, service }: NewToken, own: readonly string[]): string[] | undefined {
  if (access === 'all') return undefined;
  const chosen = access === 'selected' ? scopes : service ? ['read'] : own.filter(isView);
  if (chosen.length > 0) return chosen;
  throw new FieldErrors({
    scopes:
      access === 'selected'
        ? 'Select at least one permission.'
        : 'Your roles contain no permission to view. Select permissions or full access.',
  });
}

const isView = (permission: string) => permission.endsWith('.view');

/** Returns the date on which a new token expires; undefined without an end. Throws without a date. */
function expiryOf({ validity, expiresat }: NewToken): string | undefined {
  if (validity === 'never') return undefined;
  if (validity !== 'date') return addDays(dayOf(new Date()), Number(validity));
  if (expiresat === '') throw new FieldErrors({ expiresat: 'Enter a date.' });
  return expiresat;
}
