import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Failure } from '../../parts/failure.tsx';
import { storeOwnAddress } from './own-address.ts';

/** The values of the setting `anonymous_read` with what each shows to anonymous callers. */
const READING: [value: string, label: string][] = [
  [
    'basic',
    'Assets and floor plans, with location and status. No user names, IP or MAC addresses, remote access links or history.',
  ],
  [
    'full',
    'Everything except settings, accounts and contacts. Includes PC users, IP and MAC addresses, remote access links and history.',
  ],
  ['none', 'Nothing. All users must sign in. Displays show notices and slides without sign-in.'],
];

/**
 * Shows the step of the setup that saves the name of the plant and anonymous access, adds the reference data
 * and, if selected, the starter data, and completes the setup. All requests may be repeated safely.
 */
export function PlantStep({ onDone }: { onDone: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [progress, setProgress] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const site = String(form.get('site')).trim();
    setFailure(null);
    try {
      setProgress('Types, statuses and default settings …');
      await request('POST', '/setup/seed-reference');
      if (form.get('starter')) {
        setProgress('Starter vendors and roles …');
        await request('POST', '/setup/seed-starter');
      }
      await request('PUT', '/settings/anonymous_read', { body: { value: String(form.get('reading')) } });
      if (site) await request('PUT', '/settings/site_name', { body: { value: site } });
      await storeOwnAddress();
      await request('POST', '/setup/complete');
      await queryClient.invalidateQueries();
      onDone();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setProgress(null);
    }
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Failure>{failure}</Failure>
        <TextInput
          name="site"
          label="Plant name"
          description="Appears next to the product name, on labels and in mail."
          placeholder="Rotterdam, building 4"
          maxLength={120}
          autoFocus
        />
        <Radio.Group
          name="reading"
          defaultValue="basic"
          label="What can people on your network view without signing in?"
        >
          <Stack gap={6} mt={6}>
            {READING.map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          name="starter"
          defaultChecked
          label="Add starter vendors and roles"
          description="Common vendors of PCs, printers and machine tools, and the roles viewer, technician and manager. You can delete any of them later."
        />
        <Text size="sm" c="dimmed">
          Asset types, statuses and connection types are always added, because they are required.
        </Text>
        <Button type="submit" loading={progress !== null} style={{ alignSelf: 'flex-end' }}>
          Continue
        </Button>
        <div role="status" className="mw-muted mw-small">
          {progress}
        </div>
      </Stack>
    </form>
  );
}
