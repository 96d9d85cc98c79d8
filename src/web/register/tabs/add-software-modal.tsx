import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { RefSelect } from '../ref-select.tsx';

const APPLICATIONS = { path: '/applications', idfield: 'appid', labelfield: 'appname' };

export function AddSoftwareModal({ computerid, onClose }: { computerid: number; onClose: () => void }) {
  const [app, setApp] = useState<{ id: string; name: string } | null>(null);
  const [versionid, setVersionid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const body = { appid: Number(app?.id), appversionid: versionid ? Number(versionid) : undefined };
      const answer = await request('POST', `/computers/${computerid}/apps`, { body });
      await queryClient.invalidateQueries({ queryKey: ['software', computerid] });
      toastDone(`${app?.name} added.`, answer.auditid);
      onClose();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const versions = {
    path: `/applications/${app?.id}/versions`,
    idfield: 'appversionid',
    labelfield: 'version',
  };
  return (
    <Modal opened onClose={onClose} title="Add software" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <RefSelect
          label="Application"
          source={APPLICATIONS}
          value={app?.id ?? null}
          onChange={(id, name) => {
            setApp(id ? { id, name } : null);
            setVersionid(null);
          }}
          data-autofocus
        />
        {app && (
          <RefSelect
            key={app.id}
            label="Version"
            placeholder="Not known"
            source={versions}
            value={versionid}
            onChange={setVersionid}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={!app} onClick={save}>
            Add
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
