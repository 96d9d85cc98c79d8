import { Group, PasswordInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { FormState } from '../../../../../src/web/parts/use-form.ts';
import type { TargetValues } from './target-form.ts';

interface FieldsProps {
  form: FormState<TargetValues>;
  /** True when a secret of the target is stored. An empty field leaves the secret unchanged. */
  hasSecret: boolean;
}

/** Shows the fields of the chosen kind of target. */
export function TargetFields({ form, hasSecret }: FieldsProps) {
  if (form.values.kind === 'sftp') return <SftpFields form={form} hasSecret={hasSecret} />;
  if (form.values.kind === 's3') return <S3Fields form={form} hasSecret={hasSecret} />;
  return (
    <TextInput
      label="Folder"
      description="Full path on this appliance: a mounted share, a second disk, or \\server\share on Windows."
      placeholder="/mnt/nas/millwright"
      required
      {...form.text('path')}
    />
  );
}

function SftpFields({ form, hasSecret }: FieldsProps) {
  const { signin } = form.values;
  return (
    <>
      <Group grow gap="sm" align="flex-start">
        <TextInput label="Host" placeholder="nas.plant.example" required {...form.text('host')} />
        <TextInput label="Port" placeholder="22" inputMode="numeric" {...form.text('port')} />
      </Group>
      <TextInput label="Folder on the server" placeholder="/backups" required {...form.text('folder')} />
      <TextInput label="User" autoComplete="off" required {...form.text('user')} />
      <SegmentedControl
        aria-label="Sign-in"
        value={signin}
        onChange={(value) => form.set('signin', value as TargetValues['signin'])}
        data={[
          { value: 'password', label: 'Password' },
          { value: 'key', label: 'Private key' },
        ]}
      />
      {signin === 'password' ? (
        <SecretField label="Password" hasSecret={hasSecret} {...form.text('password')} />
      ) : (
        <Textarea
          label="Private key"
          description={`In OpenSSH or PEM format, without a passphrase.${hasSecret ? KEEP_HINT : ''}`}
          autosize
          minRows={3}
          maxRows={6}
          {...form.text('privatekey')}
        />
      )}
      <TextInput
        label="Host key"
        description="Fingerprint of the server, as ssh-keygen -l prints it. Leave empty and test the target to get it."
        placeholder="SHA256:…"
        {...form.text('hostkey')}
      />
    </>
  );
}

function S3Fields({ form, hasSecret }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Endpoint"
        description="Address of the storage. Leave empty for Amazon S3."
        placeholder="https://storage.plant.example:9000"
        {...form.text('endpoint')}
      />
      <Group grow gap="sm" align="flex-start">
        <TextInput label="Bucket" required {...form.text('bucket')} />
        <TextInput label="Region" placeholder="us-east-1" {...form.text('region')} />
      </Group>
      <TextInput label="Prefix" description="Optional text before the file names." {...form.text('prefix')} />
      <TextInput
        label="Access key"
        description={hasSecret ? KEEP_HINT.trim() : undefined}
        autoComplete="off"
        {...form.text('accesskeyid')}
      />
      <SecretField label="Secret access key" hasSecret={hasSecret} {...form.text('secretaccesskey')} />
    </>
  );
}

const KEEP_HINT = ' Leave empty to keep the stored value.';

interface SecretFieldProps extends ReturnType<FormState<TargetValues>['text']> {
  label: string;
  hasSecret: boolean;
}

const SecretField = ({ hasSecret, error, ...props }: SecretFieldProps) => (
  <PasswordInput
    description={hasSecret ? KEEP_HINT.trim() : undefined}
    autoComplete="off"
    error={error}
    // Mantine marks this kind of field as invalid only visually.
    aria-invalid={error !== undefined || undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide' }}
    {...props}
  />
);
