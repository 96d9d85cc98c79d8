import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fieldErrorsOf } from '../../api/api-error.ts';
import { get } from '../../api/client.ts';
import { followRestore, type RestorePhase } from '../../api/follow-restore.ts';
import { needsAdminQuery, type SetupStatus } from '../../api/queries.ts';
import { upload } from '../../api/upload.ts';
import { FileField } from '../../parts/file-field.tsx';
import { FileUploadProgress } from '../../parts/file-upload-progress.tsx';
import { Form } from '../../parts/form.tsx';
import { PassphraseField } from '../../parts/passphrase-field.tsx';
import { RestoreProgress } from '../../parts/restore-progress.tsx';
import { useForm } from '../../parts/use-form.ts';
import { throwFieldErrors } from '../identity/password-field.tsx';
import { readSetupCode, SetupCodeField } from './setup-code.tsx';

const ENCRYPTED_SUFFIX = '.age';

/** Restores a backup on this new appliance. */
export function RestoreStep({ onBack }: { onBack: () => void }) {
  const needscode = useQuery(needsAdminQuery).data?.needscode ?? false;
  const [code] = useState(readSetupCode);
  const { form, phase, isSealed } = useRestoreForm(needscode, code);
  const { file, share } = form.values;
  if (phase) return <RestoreProgress phase={phase} />;
  return (
    <Form form={form}>
      <Text size="sm">
        Restores the accounts, records, files and settings of the backup on this appliance. Mail, webhooks and
        commands for PCs stay paused until an admin resumes deliveries.
      </Text>
      <FileField
        file={file}
        accept=".zst,.age"
        error={form.errors.file}
        onFile={(chosen) => form.set('file', chosen)}
      >
        Choose backup
      </FileField>
      {(isSealed || file?.name.endsWith(ENCRYPTED_SUFFIX)) && (
        <PassphraseField form={form} empty="for unencrypted backups only." />
      )}
      {needscode && code === '' && <SetupCodeField form={form} />}
      {share !== null && <FileUploadProgress percent={Math.round(share * 100)} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack} disabled={form.busy}>
          Back
        </Button>
        <Button type="submit" loading={form.busy}>
          Restore
        </Button>
      </Group>
    </Form>
  );
}

function useRestoreForm(needscode: boolean, setupcode: string) {
  const [phase, setPhase] = useState<RestorePhase | null>(null);
  const [isSealed, setSealed] = useState(false);
  const follow = async () => {
    try {
      await followRestore({ readState: readSetupRestore, onPhase: setPhase });
    } finally {
      setPhase(null);
    }
  };
  const form = useForm({
    initial: { file: null as File | null, passphrase: '', setupcode, share: null as number | null },
    save: async ({ file, ...values }) => {
      throwFieldErrors(faultsOf(file, values.setupcode, needscode));
      form.set('share', 0);
      try {
        await send(file!, values, (share) => form.set('share', share));
      } catch (failure) {
        if (fieldErrorsOf(failure).passphrase) setSealed(true);
        throw failure;
      } finally {
        form.set('share', null);
      }
      setPhase('rehearsing');
      await follow();
    },
  });
  useRunningRestore(() => void form.attempt(follow));
  return { form, phase, isSealed };
}

/** Follows a restore that was already running or has failed when the page was opened. */
function useRunningRestore(follow: () => void): void {
  const [first] = useState(() => follow);
  const restoring = useQuery(needsAdminQuery).data?.restoring ?? null;
  const [isUnderWay] = useState(restoring !== null);
  useEffect(() => {
    if (isUnderWay) first();
  }, [isUnderWay, first]);
}

async function readSetupRestore(): Promise<SetupStatus['restoring'] | 'over'> {
  const { needsadmin, restoring } = await get<SetupStatus>('/setup/needs-admin');
  return needsadmin && restoring !== null ? restoring : 'over';
}

function faultsOf(file: File | null, setupcode: string, needscode: boolean): Record<string, string> {
  const faults: Record<string, string> = {};
  if (file === null) faults.file = 'Choose a backup file.';
  if (needscode && setupcode.trim() === '') faults.setupcode = 'Setup code is required.';
  return faults;
}

const send = (
  file: File,
  { passphrase, setupcode }: { passphrase: string; setupcode: string },
  onProgress: (share: number) => void,
): Promise<unknown> =>
  upload('/setup/restore', file, {
    query: { setupcode: setupcode.trim() },
    headers: passphrase ? { 'x-backup-passphrase': encodeURIComponent(passphrase) } : {},
    onProgress,
  });
