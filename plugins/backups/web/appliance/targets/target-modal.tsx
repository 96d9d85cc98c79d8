import { Alert, Button, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { FieldErrors, fieldErrorsOf } from '../../../../../src/web/api/api-error.ts';
import { FormModal } from '../../../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../../../src/web/parts/toasts.tsx';
import { type FormState, useForm } from '../../../../../src/web/parts/use-form.ts';
import { PassphraseNotice } from './passphrase-notice.tsx';
import { type BackupTarget, saveTarget, type TargetInput, type TargetTest, testTarget } from './target.ts';
import { TargetFields } from './target-fields.tsx';
import {
  findFieldErrors,
  readTarget,
  type TargetKind,
  type TargetValues,
  writeTarget,
} from './target-form.ts';

interface TargetModalProps {
  /** Undefined for a new target. */
  target?: BackupTarget;
  onClose: () => void;
}

const KINDS: { value: TargetKind; label: string }[] = [
  { value: 'folder', label: 'Folder or share' },
  { value: 'sftp', label: 'SFTP' },
  { value: 's3', label: 'S3 storage' },
];

/** Shows the dialog that adds or changes a target. */
export function TargetModal({ target, onClose }: TargetModalProps) {
  const form = useForm({
    initial: readTarget(target?.target),
    save: async (values) => {
      await submitTarget(values, (input) => saveTarget(input, target?.targetid));
      toastDone(
        target ? 'The target is saved.' : 'The target is added. The newest backup is copied there now.',
      );
      onClose();
    },
  });
  const test = useTest(form);
  return (
    <FormModal
      form={form}
      draft={`appliancebackups/targets/${target?.targetid ?? 'new'}`}
      title={target ? 'Edit target' : 'Add target'}
      action={target ? 'Save' : 'Add target'}
      size={560}
      onClose={onClose}
      aside={
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={test.busy}
          onClick={() => void test.run()}
        >
          Test
        </Button>
      }
    >
      <SegmentedControl
        aria-label="Target type"
        value={form.values.kind}
        onChange={(kind) => form.set('kind', kind as TargetKind)}
        data={KINDS}
        fullWidth
      />
      {form.values.kind !== 'folder' && <PassphraseNotice isRefused={form.errors.kind !== undefined} />}
      <TargetFields form={form} hasSecret={target?.hassecret ?? false} />
      <TestResult result={test.result} onUseKey={(key) => form.set('hostkey', key)} />
    </FormModal>
  );
}

/** Validates and sends the target. Maps the errors of the server to the names of the form fields. */
async function submitTarget<T>(values: TargetValues, send: (input: TargetInput) => Promise<T>): Promise<T> {
  const errors = findFieldErrors(values);
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
  try {
    return await send(writeTarget(values));
  } catch (failure) {
    const { target, backup_passphrase: passphrase, ...others } = fieldErrorsOf(failure);
    if (passphrase !== undefined) throw new FieldErrors({ ...others, kind: passphrase });
    if (values.kind !== 'folder' || target === undefined) throw failure;
    throw new FieldErrors({ ...others, path: target });
  }
}

/**
 * Tests the target. The result disappears when a field changes, because it applies only to the tested values.
 */
function useTest(form: FormState<TargetValues>) {
  const [busy, setBusy] = useState(false);
  const [tested, setTested] = useState<{ values: TargetValues; result: TargetTest } | null>(null);
  const run = async () => {
    const { values } = form;
    setBusy(true);
    await form.attempt(async () => setTested({ values, result: await submitTarget(values, testTarget) }));
    setBusy(false);
  };
  return { busy, run, result: tested?.values === form.values ? tested.result : null };
}

interface TestResultProps {
  result: TargetTest | null;
  onUseKey: (hostkey: string) => void;
}

function TestResult({ result, onUseKey }: TestResultProps) {
  return (
    <div role="status">
      {result?.ok && (
        <Alert color="green" icon={<IconCheck size={18} aria-hidden />}>
          The test file was written and deleted. {result.note}
        </Alert>
      )}
      {result?.problem && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <div className="mw-break">{result.problem}</div>
          {result.hostkey !== null && (
            <Button
              variant="default"
              size="compact-sm"
              mt={8}
              onClick={() => result.hostkey !== null && onUseKey(result.hostkey)}
            >
              Use this host key
            </Button>
          )}
        </Alert>
      )}
    </div>
  );
}
