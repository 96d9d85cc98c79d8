import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone } from '../../parts/toasts.tsx';

/** A version by hand; its packages are uploaded to it afterwards. */
export function VersionModal({ appid, onClose }: { appid: number; onClose: () => void }) {
  const [values, setValues] = useState({ version: '', releasedate: '', notes: '' });
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const errors = failure instanceof ApiError ? failure.fielderrors : {};
  const set = (name: keyof typeof values) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((now) => ({ ...now, [name]: value }));
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const { version, releasedate, notes } = values;
      const body = { version, releasedate: releasedate || null, notes: notes || null };
      const answer = await request('POST', `/applications/${appid}/versions`, { body });
      await queryClient.invalidateQueries({ queryKey: ['versions', appid] });
      toastDone(`Version ${version} added.`, answer.auditid);
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Add a version" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          {failure !== null && Object.keys(errors).length === 0 && (
            <Alert color="red" role="alert">
              {errorMessage(failure)}
            </Alert>
          )}
          <TextInput
            label="Version"
            required
            data-autofocus
            value={values.version}
            error={errors.version}
            onChange={set('version')}
          />
          <TextInput
            label="Released on"
            type="date"
            value={values.releasedate}
            error={errors.releasedate}
            onChange={set('releasedate')}
          />
          <Textarea
            label="Notes"
            rows={3}
            value={values.notes}
            error={errors.notes}
            onChange={set('notes')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Add the version
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
