import { FileInput, NativeSelect, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { FieldErrors } from '../../../../src/web/api/api-error.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { createFileForm, upload } from '../../../../src/web/api/upload.ts';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import type { Platform } from '../../packages/platforms.ts';
import { isUploaded, type PackageRecord } from './package-query.ts';
import { PLATFORM_NAMES, PLATFORMS, platformOf, platformTitle } from './platforms.ts';
import { UploadProgress } from './upload-progress.tsx';

interface Build {
  file: File | null;
  version: string;
  platform: Platform | '';
}

const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,9}$/;

/** Uploads a build of the agent with its version and platform. Closing the dialog cancels the upload. */
export function UploadBuild({ onClose }: { onClose: () => void }) {
  const [share, setShare] = useState<number | null>(null);
  const [made, setMade] = useState<Platform>();
  const leaving = useLeaving(share !== null);
  const form = useForm<Build>({
    initial: { file: null, version: '', platform: '' },
    save: async (values) => {
      const { file, ...fields } = await checkBuild(values, made);
      setShare(0);
      try {
        const options = { onProgress: setShare, signal: leaving.signal };
        await upload<PackageRecord>('/endpoints/packages', createFileForm(file, fields), options);
      } finally {
        setShare(null);
      }
      await queryClient.invalidateQueries();
      toastDone(`${fields.version} for ${platformTitle(fields.platform)} is uploaded.`);
      onClose();
    },
  });
  const { file } = form.values;
  const isSending = share !== null;
  const choose = async (chosen: File | null) => {
    form.set('file', chosen);
    const found = chosen ? await platformOf(chosen) : undefined;
    setMade(found);
    if (found) form.set('platform', found);
  };
  const close = () => {
    if (isSending) toastDone('The upload is canceled. Nothing was saved.');
    onClose();
  };
  return (
    <FormModal form={form} draft={null} title="Upload build" action="Upload" size={520} onClose={close}>
      <FileInput
        label="File"
        description="The executable of the appliance, which is also the agent, about 130 MB."
        placeholder="Choose file"
        required
        leftSection={<IconUpload size={16} aria-hidden />}
        data-autofocus
        disabled={isSending}
        value={file}
        error={form.errors.file}
        onChange={(chosen) => void choose(chosen)}
      />
      <TextInput
        label="Version"
        description="The version that the file prints with the command “version”. Agents reject a build with another version."
        placeholder="0.2.0"
        required
        autoComplete="off"
        disabled={isSending}
        {...form.text('version')}
      />
      <NativeSelect
        label="Platform"
        required
        disabled={isSending}
        data={[
          { value: '', label: 'Choose' },
          ...PLATFORM_NAMES.map((value) => ({ value, label: PLATFORMS[value].title })),
        ]}
        {...form.text('platform')}
        onChange={(event) => form.set('platform', event.currentTarget.value as Build['platform'])}
      />
      {isSending && file && <UploadProgress share={share} size={file.size} />}
    </FormModal>
  );
}

type Ready = { file: File; version: string; platform: Platform };

/**
 * Checks everything that can be checked before a hundred megabytes are sent. Throws field errors. The second
 * parameter is the platform of the file itself.
 */
async function checkBuild({ file, platform, ...rest }: Build, made: Platform | undefined): Promise<Ready> {
  const version = rest.version.trim();
  const wrong: Record<string, string> = {};
  if (!file) wrong.file = 'Choose the file.';
  else if (!made) wrong.file = `${file.name} is not an executable for Windows or Linux.`;
  if (!VERSION.test(version)) wrong.version = 'Enter three numbers, such as 0.2.0.';
  if (!platform) wrong.platform = 'Choose the platform.';
  else if (made && made !== platform) wrong.platform = `The file runs on ${platformTitle(made)}.`;
  if (!file || !platform || Object.keys(wrong).length > 0) throw new FieldErrors(wrong);
  if (await isUploaded(platform, version))
    throw new FieldErrors({
      version: `Version ${version} for ${platformTitle(platform)} is already uploaded.`,
    });
  return { file, version, platform };
}

/**
 * Cancels the running upload when the form closes. While it runs, the browser asks for confirmation before
 * the page closes.
 */
function useLeaving(isBusy: boolean): AbortController {
  const { current: leaving } = useRef(new AbortController());
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isBusy) window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
  useEffect(() => () => leaving.abort(), [leaving]);
  return leaving;
}
