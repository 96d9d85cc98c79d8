import {
  Alert,
  Button,
  Checkbox,
  CopyButton,
  Group,
  Modal,
  MultiSelect,
  Stack,
  TextInput,
} from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { ApiToken } from '../../../features/identity/schemas.ts';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { useMe } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastError } from '../../parts/toasts.tsx';

const SERVICE_SCOPES = ['collector.ingest', 'enforce.fetch', 'enforce.report', 'metrics.read'];

interface NewTokenModalProps {
  /** Offer a service token, which belongs to nobody. */
  service: boolean;
  onClose: () => void;
}

/** Makes a token; its secret is shown once and never again. */
export function NewTokenModal({ service, onClose }: NewTokenModalProps) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={secret ? 'Copy the secret now' : 'New API token'}
      closeOnClickOutside={secret === null}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {secret ? (
        <Secret secret={secret} onClose={onClose} />
      ) : (
        <TokenForm service={service} onSecret={setSecret} onClose={onClose} />
      )}
    </Modal>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconKey size={18} />}>
        It is shown this once. Only a hash of it is kept, so nobody can look it up later.
      </Alert>
      <div className="mw-secret">
        <code>{secret}</code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="compact-sm" onClick={copy} data-autofocus>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
      <Button variant="default" style={{ alignSelf: 'flex-end' }} onClick={onClose}>
        Done
      </Button>
    </Stack>
  );
}

interface TokenFormProps {
  service: boolean;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

function TokenForm({ service, onSecret, onClose }: TokenFormProps) {
  const me = useMe();
  const [isservice, setIsservice] = useState(false);
  const [scopes, setScopes] = useState<string[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = {
      name: String(form.get('name')).trim(),
      expiresat: String(form.get('expiresat')) || undefined,
      scopes: scopes.length > 0 ? scopes : undefined,
      service: isservice || undefined,
    };
    setBusy(true);
    setErrors({});
    try {
      const { data } = await request<ApiToken & { secret: string }>('POST', '/apitokens', { body });
      await queryClient.invalidateQueries({ queryKey: ['apitokens'] });
      onSecret(data.secret);
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fielderrors).length > 0)
        setErrors(error.fielderrors);
      else toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          name="name"
          label="Name"
          description="What uses it, for example “nightly export”."
          required
          withAsterisk={false}
          maxLength={120}
          error={errors.name}
          data-autofocus
        />
        {service && (
          <Checkbox
            label="Service token"
            description="Belongs to nobody and may do only what is chosen below."
            checked={isservice}
            onChange={(event) => {
              setIsservice(event.currentTarget.checked);
              setScopes([]);
            }}
          />
        )}
        <MultiSelect
          label="May do"
          description={isservice ? 'At least one.' : 'Empty means everything that you may do, now and later.'}
          data={isservice ? SERVICE_SCOPES : (me?.permissions ?? [])}
          value={scopes}
          onChange={setScopes}
          searchable
          clearable
          hidePickedOptions
          error={errors.scopes}
          clearButtonProps={{ 'aria-label': 'Clear', tabIndex: -1 }}
        />
        <TextInput
          name="expiresat"
          type="date"
          label="Expires on"
          description="Empty means never."
          error={errors.expiresat}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Create the token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
