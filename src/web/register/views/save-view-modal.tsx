import { Alert, Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone } from '../../parts/toasts.tsx';
import type { SavedView } from './saved-views.ts';

interface SaveViewModalProps {
  page: string;
  query: string;
  columns: string[];
  own: SavedView[];
  onClose: () => void;
}

/** Gives the present arrangement a name; the name of an own view replaces that one. */
export function SaveViewModal({ page, query, columns, own, onClose }: SaveViewModalProps) {
  const [viewname, setViewname] = useState('');
  const [isshared, setShared] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const errors = failure instanceof ApiError ? failure.fielderrors : {};
  const replaced = own.find((view) => view.viewname.toLowerCase() === viewname.trim().toLowerCase());
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const body = { viewname: viewname.trim(), isshared, page, query, columns };
      const answer = replaced
        ? await request('PUT', `/savedviews/${replaced.savedviewid}`, { body })
        : await request('POST', '/savedviews', { body });
      await queryClient.invalidateQueries({ queryKey: ['savedviews'] });
      toastDone(`View “${body.viewname}” saved.`, answer.auditid);
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Save this view" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          {failure !== null && Object.keys(errors).length === 0 && (
            <Alert color="red" role="alert">
              {errorMessage(failure)}
            </Alert>
          )}
          <TextInput
            label="Name"
            description={
              replaced ? 'You have a view of this name; it is replaced.' : 'For example: Spare PCs, hall 3'
            }
            required
            data-autofocus
            value={viewname}
            error={errors.viewname}
            onChange={(event) => setViewname(event.currentTarget.value)}
          />
          <Checkbox
            label="Everybody who signs in sees it"
            checked={isshared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={viewname.trim() === ''}>
              {replaced ? 'Replace' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
