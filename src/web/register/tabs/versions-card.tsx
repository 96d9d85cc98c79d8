import { Button, Progress } from '@mantine/core';
import { IconDownload, IconPackage, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppPackage, AppVersion } from '../../../features/catalog/application-routes.ts';
import { get, getBlob } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { fileForm, upload } from '../../api/upload.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { FileButton } from '../../parts/file-button.tsx';
import { saveBlob } from '../../parts/save-blob.ts';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { calendarDate } from '../../parts/time.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { VersionModal } from './version-modal.tsx';

const BYTES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${BYTES.format(bytes / 1000)} kB`;
  return bytes < 1_000_000_000
    ? `${BYTES.format(bytes / 1_000_000)} MB`
    : `${BYTES.format(bytes / 1_000_000_000)} GB`;
}

/** The versions of an application, each with its installer packages. */
export function VersionsCard({ appid, canedit }: { appid: number; canedit: boolean }) {
  const [adding, setAdding] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['versions', appid],
    queryFn: () => get<AppVersion[]>(`/applications/${appid}/versions`),
  });
  if (isPending) return <SkeletonRows rows={3} />;
  if (error) return <ErrorView error={error} retry={refetch} />;
  const add = canedit && (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} />}
      onClick={() => setAdding(true)}
    >
      Add a version
    </Button>
  );
  return (
    <section className="mw-card">
      {data.length > 0 && (
        <header>
          <h2>Versions and packages</h2>
          {add}
        </header>
      )}
      {data.length === 0 ? (
        <EmptyState icon={<IconPackage size={32} />} title="No version yet" actions={add}>
          Agents report the versions that they find. A version can also be added by hand, with its installer.
        </EmptyState>
      ) : (
        <ul className="mw-versions">
          {data.map((version) => (
            <VersionRow key={version.appversionid} appid={appid} version={version} canedit={canedit} />
          ))}
        </ul>
      )}
      {adding && <VersionModal appid={appid} onClose={() => setAdding(false)} />}
    </section>
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
      await upload(path, fileForm(file), { onProgress: setShare });
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
            Upload a package
          </FileButton>
        )}
      </div>
      {version.notes && <p className="mw-muted mw-pre">{version.notes}</p>}
      {share !== null && (
        <div role="status">
          <Progress value={percent} aria-label="Upload" mb={4} />
          <span className="mw-muted">{percent < 100 ? `${percent} % sent` : 'Checking the file'}</span>
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
    try {
      saveBlob(await getBlob(`/applications/package/${file.filename}`), file.originalname);
    } catch (error) {
      toastError(error, 'It could not be downloaded');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mw-version-head">
      <IconPackage size={16} aria-hidden />
      <span className="mw-break">{file.originalname}</span>
      <span className="mw-muted">{sizeText(file.size)}</span>
      <code className="mw-muted" title={`SHA-256 ${file.sha256}`}>
        {file.sha256.slice(0, 12)}
      </code>
      <Button
        size="compact-sm"
        variant="subtle"
        ml="auto"
        loading={busy}
        leftSection={<IconDownload size={14} />}
        aria-label={`Download ${file.originalname}`}
        onClick={() => void download()}
      >
        Download
      </Button>
    </div>
  );
}
