import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { createFileForm, upload } from '../../../src/web/api/upload.ts';
import { FileButton } from '../../../src/web/parts/file-button.tsx';
import { toastDone, toastError } from '../../../src/web/parts/toasts.tsx';
import { Photo } from './photo.tsx';

interface PhotoCardProps {
  sso: string;
  name: string;
  url: string | null;
  mayChange: boolean;
}

/**
 * Shows the photo of a person, with buttons to upload, replace and remove it for users who may. Without a
 * photo, it shows nothing to other users.
 */
export function PhotoCard({ sso, name, url, mayChange }: PhotoCardProps) {
  const [busy, setBusy] = useState(false);
  const path = `/employees/${sso}/photo`;
  const change = async (work: () => Promise<{ auditid: string | null }>, done: string) => {
    setBusy(true);
    try {
      const { auditid } = await work();
      await queryClient.invalidateQueries();
      toastDone(done, auditid);
    } catch (error) {
      toastError(error, 'The photo was not changed');
    } finally {
      setBusy(false);
    }
  };
  if (!url && !mayChange) return null;
  return (
    <section className="mw-card" aria-label="Photo">
      <header>
        <h2>Photo</h2>
      </header>
      <div
        className="mw-card-pad"
        style={{ display: 'flex', gap: 16, alignItems: 'center', flexWrap: 'wrap' }}
      >
        <Photo name={name} url={url} size={96} />
        {mayChange && (
          <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
            <FileButton
              size="compact-sm"
              accept=".png,.jpg,.jpeg,.gif,.webp"
              loading={busy}
              onFile={(file) =>
                void change(() => upload(path, createFileForm(file)), `${name} has a new photo.`)
              }
            >
              {url ? 'Replace photo' : 'Upload photo'}
            </FileButton>
            {url && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconTrash size={16} aria-hidden />}
                loading={busy}
                onClick={() => void change(() => request('DELETE', path), `The photo of ${name} is removed.`)}
              >
                Remove
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
