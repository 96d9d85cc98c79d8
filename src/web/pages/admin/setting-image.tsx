import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SiteSetting } from '../../../features/platform/routes.ts';
import { errorMessage } from '../../api/api-error.ts';
import { apiUrl } from '../../api/base-path.ts';
import { request } from '../../api/client.ts';
import { useMe } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { createFileForm, upload } from '../../api/upload.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { toastDone } from '../../parts/toasts.tsx';

interface ImagePlace {
  /** Route to which the file is uploaded. */
  post: string;
  /** Form fields that identify the image. */
  fields: Record<string, string>;
  /** Route below which the file is served. */
  folder: string;
  accept: string;
}

const PICTURES = '.png,.jpg,.jpeg,.gif,.webp,.svg';

/** Returns the routes for the image of a setting; undefined for settings that are not an image. */
export function findImagePlace(key: string): ImagePlace | undefined {
  const [, kind] = /^branding_logo_(\w+)$/.exec(key) ?? [];
  const logo = { post: '/settings/branding-logo', folder: '/settings/branding', accept: `${PICTURES},.ico` };
  if (kind) return { ...logo, fields: { kind } };
  const [, theme] = /^map_blueprint_(light|dark)$/.exec(key) ?? [];
  const plan = { post: '/settings/map-blueprint', folder: '/settings/map-blueprint', accept: PICTURES };
  return theme ? { ...plan, fields: { theme } } : undefined;
}

/** Shows preview, upload and removal of an image setting. Only admins may change it. */
export function SettingImage({ setting, place }: { setting: SiteSetting; place: ImagePlace }) {
  const me = useMe();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const title = setting.title;
  const run = async (act: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      await Promise.all(
        ['settings', 'branding'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
      toastDone(done);
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const send = (file: File) =>
    run(() => upload(place.post, createFileForm(file, place.fields)), `${title} saved.`);
  const clear = () =>
    run(
      () => request('PUT', `/settings/${setting.key}`, { body: { value: '' } }),
      `${title} reset to the default.`,
    );
  return (
    <div className="mw-setting-image">
      {setting.value && <img src={apiUrl(`${place.folder}/${setting.value}`)} alt={title} />}
      {me?.isadmin && (
        <>
          <FileButton
            size="compact-sm"
            accept={place.accept}
            loading={busy}
            onFile={(file) => void send(file)}
          >
            {setting.value ? 'Replace' : 'Upload'}
          </FileButton>
          {setting.value && (
            <SmallButton icon={IconTrash} variant="subtle" color="gray" onClick={() => void clear()}>
              Remove
            </SmallButton>
          )}
        </>
      )}
      {!setting.value && !me?.isadmin && <span className="mw-muted">Not set</span>}
      {failure && (
        <div role="alert" className="mw-error">
          {failure}
        </div>
      )}
    </div>
  );
}
