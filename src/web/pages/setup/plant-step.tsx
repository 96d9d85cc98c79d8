import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Failure } from '../../parts/failure.tsx';

/** Names the plant and lays in what every plant needs; both calls may be repeated without harm. */
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
        setProgress('Starter vendors …');
        await request('POST', '/setup/seed-starter');
      }
      if (site) await request('PUT', '/settings/site_name', { body: { value: site } });
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
          label="Name of the plant"
          description="Shown beside the product's name, on labels and in mail."
          placeholder="Rotterdam, building 4"
          maxLength={120}
          autoFocus
        />
        <Checkbox
          name="starter"
          defaultChecked
          label="Add starter vendors"
          description="A dozen common makers of PCs, printers and machine tools. Any of them can be removed later."
        />
        <Text size="sm" c="dimmed">
          Asset types, statuses and relationship types are added in any case: nothing works without them.
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
