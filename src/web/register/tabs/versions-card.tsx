import { Progress } from '@mantine/core';
import { IconDownload, IconPackage, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppPackage, AppVersion } from '../../../features/catalog/application-routes.ts';
import { get } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { createFileForm, upload } from '../../api/upload.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { ListFrame } from '../../parts/list-frame.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { sizeText } from '../../parts/size-text.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { calendarDate } from '../../parts/time.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { VersionModal } from './version-modal.tsx';

/** Shows the versions of an application, each with its installer packages. */
export function VersionsCard({ appid, canedit }: { appid: number; canedit: boolean }) {
  const [adding, setAdding] = useState(false);
  const query = useQuery({
    queryKey: ['versions', appid],
    queryFn: () => get<AppVersion[]>(`/applications/${appid}/versions`),
  });
  return (
    <>
      <ListFrame
        title="Versions and packages"
        query={query}
        rows={query.data}
        expected={3}
        add={
          canedit && (
            <SmallButton icon={IconPlus} onClick={() => setAdding(true)}>
              Add version
            </SmallButton>
          )
        }
        empty={{
          icon: IconPackage,
          title: 'No versions yet',
          text: 'Agents report installed versions. You can also add a version and its installer.',
        }}
      >
        {(versions) => (
          <ul className="mw-versions">
            {versions.map((version) => (
              <VersionRow key={version.appversionid} appid={appid} version={version} canedit={canedit} />
            ))}
          </ul>
        )}
      </ListFrame>
      {adding && <VersionModal appid={appid} onClose={() => setAdding(false)} />}
    </>
  );
}

interface VersionRowProps {
  appid: number;
  version: AppVersion;
  canedit: boolean;
}

function VersionRow({ appid, version, canedit }: VersionRowProps) {
  const [share, setShare] = useState<number | null>(null);
  const send = async (file: File) => {
    setShare(0);
    try {
      const path = `/applications/${appid}/versions/${version.appversionid}/packages`;
      await upload(path, createFileForm(file), { onProgress: setShare });
      await queryClient.invalidateQueries({ queryKey: ['versions', appid] });
      toastDone(`${file.name} uploaded.`);
    } catch (error) {
      toastError(error, `${file.name} was not uploaded`);
    } finally {
      setShare(null);
    }
  };
  const percent = Math.round((share ?? 0) * 100);
  return (
    <li>
      <div className="mw-version-head">
        <strong>{version.version}</strong>
        {version.releasedate && (
          <span className="mw-muted">released {calendarDate(version.releasedate)}</span>
        )}
        {canedit && (
          <FileButton
            size="compact-sm"
            ml="auto"
            disabled={share !== null}
            onFile={(file) => void send(file)}
          >
            Upload package
          </FileButton>
        )}
      </div>
      {version.notes && <p className="mw-muted mw-pre">{version.notes}</p>}
      {share !== null && (
        <div role="status">
          <Progress value={percent} aria-label="Upload" mb={4} />
          <span className="mw-muted">{percent < 100 ? `${percent} % uploaded` : 'Checking the file'}</span>
        </div>
      )}
      {version.packages.map((one) => (
        <PackageRow key={one.apppackageid} file={one} />
      ))}
    </li>
  );
}

function PackageRow({ file }: { file: AppPackage }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await saveFile(
      `/applications/package/${file.filename}`,
      file.originalname,
      'The package could not be downloaded',
    );
    setBusy(false);
  };
  return (
    <div className="mw-version-head">
      <IconPackage size={16} aria-hidden />
      <span className="mw-break">{file.originalname}</span>
      <span className="mw-muted">{sizeText(file.size)}</span>
      <code className="mw-muted" title={`SHA-256 ${file.sha256}`}>
        {file.sha256.slice(0, 12)}
      </code>
      <SmallButton
        icon={IconDownload}
        variant="subtle"
        ml="auto"
        loading={busy}
        aria-label={`Download ${file.originalname}`}
        onClick={() => void download()}
      >
        Download
      </SmallButton>
    </div>
  );
}
