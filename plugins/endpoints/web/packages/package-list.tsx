import { IconCheck, IconPackage, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable, type TableColumn } from '../../../../src/web/parts/data-table.tsx';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import { sizeText } from '../../../../src/web/parts/size-text.ts';
import { SmallButton } from '../../../../src/web/parts/small-button.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import type { Platform } from '../../packages/platforms.ts';
import { CopyableText } from '../copyable-text.tsx';
import { MakeCurrent, RemoveBuild } from './confirm-build.tsx';
import { type PackageRecord, packagesQuery } from './package-query.ts';
import { PLATFORMS } from './platforms.ts';

type OpenDialog = { what: 'current' | 'remove'; build: PackageRecord };

/** Lists the builds of one platform, the newest first. */
export function PackageList({ platform }: { platform: Platform }) {
  const [page, setPage] = useState(1);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const query = useQuery(packagesQuery(platform, page));
  const { title, file } = PLATFORMS[platform];
  const close = () => setDialog(null);
  return (
    <>
      <DataTable
        title={title}
        query={query}
        rows={query.data?.data}
        rowKey={({ packageid }) => packageid}
        columns={COLUMNS}
        actions={(build) => !build.iscurrent && <BuildActions build={build} onAsk={setDialog} />}
        foot={<Pager info={query.data?.pagination} onPage={setPage} />}
        expected={2}
        empty={{
          icon: IconPackage,
          title: `No build for ${title}`,
          text: (
            <>
              Required for PCs of this platform. Upload its executable, <code>{file}</code>.
            </>
          ),
        }}
      />
      {dialog?.what === 'current' && <MakeCurrent build={dialog.build} onClose={close} />}
      {dialog?.what === 'remove' && <RemoveBuild build={dialog.build} onClose={close} />}
    </>
  );
}

const COLUMNS: TableColumn<PackageRecord>[] = [
  {
    title: 'Version',
    headline: true,
    width: '16%',
    cell: ({ version, iscurrent }) => (
      <span className="mw-version">
        <strong>{version}</strong>
        {iscurrent && <StateBadge word="active" label="Current" />}
      </span>
    ),
  },
  { title: 'File', width: '22%', cell: ({ originalname }) => originalname },
  { title: 'Size', align: 'right', width: '10%', cell: ({ size }) => sizeText(size) },
  {
    title: 'SHA-256',
    width: '18%',
    cell: ({ version, sha256 }) => (
      <CopyableText what={`the SHA-256 of ${version}`} text={sha256} shown={`${sha256.slice(0, 16)}…`} />
    ),
  },
  {
    title: 'Uploaded',
    cell: ({ createddate, createdby }) => (
      <>
        <RelativeTime at={createddate} />
        {createdby && <span className="mw-muted"> by {createdby}</span>}
      </>
    ),
  },
];

function BuildActions({ build, onAsk }: { build: PackageRecord; onAsk: (dialog: OpenDialog) => void }) {
  const name = `${build.version} for ${PLATFORMS[build.platform].title}`;
  return (
    <>
      <SmallButton
        icon={IconCheck}
        aria-label={`Make current: ${name}`}
        onClick={() => onAsk({ what: 'current', build })}
      >
        Make current
      </SmallButton>
      <SmallButton
        icon={IconTrash}
        variant="subtle"
        color="red"
        aria-label={`Delete ${name}`}
        onClick={() => onAsk({ what: 'remove', build })}
      >
        Delete
      </SmallButton>
    </>
  );
}
