import '../endpoint-styles.ts';
import { Button } from '@mantine/core';
import { IconPackage, IconUpload } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../../src/web/parts/empty-state.tsx';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { PackageList } from './package-list.tsx';
import { packagesQuery } from './package-query.ts';
import { PLATFORM_NAMES, PLATFORMS } from './platforms.ts';
import { UploadBuild } from './upload-build.tsx';

/** Shows the page of the agent builds for each platform, where another one can be made current. */
export function PackagesPage() {
  const [uploading, setUploading] = useState(false);
  const first = useQueries({ queries: PLATFORM_NAMES.map((platform) => packagesQuery(platform, 1)) });
  const isEmpty = first.every(({ data }) => data?.pagination?.total === 0);
  const upload = (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setUploading(true)}>
      Upload build
    </Button>
  );
  return (
    <div className="mw-page">
      <PageHeader
        title="Agent builds"
        icon={<IconPackage size={22} aria-hidden />}
        subtitle="A build is the agent for one platform. New PCs get the current build, and waves upgrade PCs to it."
        actions={!isEmpty && upload}
      />
      {isEmpty ? (
        <section className="mw-card">
          <EmptyState icon={<IconPackage size={32} />} title="No builds yet" actions={upload}>
            <WhereFrom />
          </EmptyState>
        </section>
      ) : (
        <div className="mw-stack mw-builds">
          {PLATFORM_NAMES.map((platform) => (
            <PackageList key={platform} platform={platform} />
          ))}
        </div>
      )}
      {uploading && <UploadBuild onClose={() => setUploading(false)} />}
    </div>
  );
}

/** Explains where builds come from. The agent has no separate download. */
function WhereFrom() {
  return (
    <div className="mw-stack" style={{ gap: 8 }}>
      <p>
        The agent is the same executable as this appliance. Upload the executable of each platform that you
        use, then make it current:
      </p>
      <ul>
        {PLATFORM_NAMES.map((platform) => (
          <li key={platform}>
            {PLATFORMS[platform].title}: <code>{PLATFORMS[platform].file}</code>
          </li>
        ))}
      </ul>
      <p>
        The release contains these files. The program folder of an installation contains the one for its
        platform.
      </p>
    </div>
  );
}
