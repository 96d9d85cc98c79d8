import { ActionIcon } from '@mantine/core';
import { IconFile, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssetFile } from '../../../features/assetfiles/index.ts';
import { get, request } from '../../api/client.ts';
import { useMe } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { createFileForm, upload } from '../../api/upload.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { sizeText } from '../../parts/size-text.ts';
import { RelativeTime } from '../../parts/time.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';

/**
 * Shows the files of an asset for users who may read them. Users who may edit the asset can add and remove
 * files.
 */
export function FilesCard({ assetid, canedit }: { assetid: number; canedit: boolean }) {
  const me = useMe();
  const reads = me !== undefined && (me.isadmin || me.permissions.includes('assets.view'));
  const { data: files } = useQuery({
    queryKey: ['assetfiles', assetid],
    queryFn: () => get<AssetFile[]>(`/assets/${assetid}/files`),
    enabled: reads,
  });
  if (!files || (files.length === 0 && !canedit)) return null;
  return (
    <section className="mw-card">
      <header>
        <h2>Files</h2>
        {canedit && <AddFile assetid={assetid} />}
      </header>
      {files.length === 0 && (
        <p className="mw-card-pad mw-muted">Add manuals, drawings and photos of this asset.</p>
      )}
      <ul>
        {files.map((file) => (
          <FileRow key={file.assetfileid} file={file} canedit={canedit} />
        ))}
      </ul>
    </section>
  );
}

const refresh = (assetid: number) =>
  Promise.all(
    [
      ['assetfiles', assetid],
      ['history', assetid],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );

function AddFile({ assetid }: { assetid: number }) {
  const [share, setShare] = useState<number | null>(null);
  const send = async (file: File) => {
    setShare(0);
    try {
      const form = createFileForm(file);
      const answer = await upload<AssetFile>(`/assets/${assetid}/files`, form, { onProgress: setShare });
      await refresh(assetid);
      toastDone(`${file.name} uploaded.`, answer.auditid);
    } catch (error) {
      toastError(error, `${file.name} was not uploaded`);
    } finally {
      setShare(null);
    }
  };
  return (
    <FileButton size="compact-sm" disabled={share !== null} onFile={(file) => void send(file)}>
      {share === null ? 'Add file' : `Uploading, ${Math.round(share * 100)} %`}
    </FileButton>
  );
}

function FileRow({ file, canedit }: { file: AssetFile; canedit: boolean }) {
  const { filename, originalname } = file;
  const open = () => saveFile(`/assets/files/${filename}`, originalname, `${originalname} could not be read`);
  const remove = async () => {
    try {
      const answer = await request('DELETE', `/assets/files/${file.assetfileid}`);
      await refresh(file.assetid);
      toastDone(`${file.originalname} removed.`, answer.auditid);
    } catch (error) {
      toastError(error, `${file.originalname} was not removed`);
    }
  };
  return (
    <li className="mw-file">
      <IconFile size={16} aria-hidden className="mw-muted" />
      <span className="mw-break">
        <button type="button" className="mw-link" onClick={() => void open()}>
          {file.originalname}
        </button>
        <span className="mw-muted">
          {' '}
          {sizeText(file.size)}, {file.username} <RelativeTime at={file.createddate} />
          {file.note && ` · ${file.note}`}
        </span>
      </span>
      {canedit && (
        <ActionIcon aria-label={`Remove ${file.originalname}`} onClick={() => void remove()}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
}
