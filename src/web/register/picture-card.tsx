import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { apiUrl } from '../api/base-path.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { createFileForm, upload } from '../api/upload.ts';
import { FileButton } from '../parts/file-button.tsx';
import { toastDone, toastError } from '../parts/toasts.tsx';
import { recordId, recordLabel } from './resolve.ts';

export const IMAGE_TYPES = '.png,.jpg,.jpeg,.gif,.webp,.svg';

interface PictureCardProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
}

/**
 * Shows the picture of a record and its upload; nothing in registers without pictures, and nothing without a
 * picture to users who may not edit.
 */
export function PictureCard({ register, record }: PictureCardProps) {
  const [busy, setBusy] = useState(false);
  if (!register.pictured) return null;
  const filename = record.imagefilename;
  if (!filename && !register.can.edit) return null;
  const label = recordLabel(register, record);
  const send = async (file: File) => {
    setBusy(true);
    try {
      await upload(`${register.path}/${recordId(register, record)}/image`, createFileForm(file));
      await queryClient.invalidateQueries();
      toastDone('Photo saved.');
    } catch (error) {
      toastError(error, 'The photo was not saved');
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="mw-card">
      <header>
        <h2>Photo</h2>
        {register.can.edit && (
          <FileButton
            size="compact-sm"
            accept={IMAGE_TYPES}
            loading={busy}
            onFile={(file) => void send(file)}
          >
            {filename ? 'Replace' : 'Upload photo'}
          </FileButton>
        )}
      </header>
      <div className="mw-picture">
        {filename ? (
          <img src={apiUrl(`${register.pictured}/${filename}`)} alt={label} />
        ) : (
          <span className="mw-muted">
            <IconPhoto size={32} aria-hidden />
            PNG, JPEG, WebP, GIF or SVG
          </span>
        )}
      </div>
    </section>
  );
}
