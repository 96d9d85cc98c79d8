import { useState } from 'react';
import { useMe } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { createFileForm, upload } from '../../../src/web/api/upload.ts';
import { FileButton } from '../../../src/web/parts/file-button.tsx';
import { FileLink } from '../../../src/web/parts/file-link.tsx';
import { sizeText } from '../../../src/web/parts/size-text.ts';
import { toastDone, toastError } from '../../../src/web/parts/toasts.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';

/** Shows the tab that uploads, replaces and downloads the file of a backup. */
export function FileTab({ id, record }: TabProps) {
  const me = useMe();
  const [busy, setBusy] = useState(false);
  const has = (right: string) => me?.isadmin || me?.permissions.includes(`backups.${right}`);
  const name = String(record.originalname ?? 'File');
  const send = async (file: File) => {
    setBusy(true);
    try {
      const { auditid } = await upload(`/backups/assets/${id}/file`, createFileForm(file));
      await queryClient.invalidateQueries();
      toastDone(`${file.name} is uploaded.`, auditid);
    } catch (error) {
      toastError(error, `${file.name} could not be uploaded`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="mw-card" aria-label="File">
      <header>
        <h2>File</h2>
        {has('edit') && record.isactive !== false && (
          <FileButton size="compact-sm" loading={busy} onFile={(file) => void send(file)}>
            {record.filename ? 'Replace file' : 'Upload file'}
          </FileButton>
        )}
      </header>
      <div className="mw-card-pad">
        {!record.filename && <p className="mw-muted">No file was uploaded for this backup.</p>}
        {Boolean(record.filename) && (
          <>
            {has('view') ? <FileLink path={`/backups/assets/file/${record.filename}`} name={name} /> : name}{' '}
            <span className="mw-muted">{sizeText(Number(record.size))}</span>
          </>
        )}
      </div>
    </section>
  );
}
