import { useQuery } from '@tanstack/react-query';
import { request } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { ConfirmModal } from '../../../../src/web/parts/confirm-modal.tsx';
import { toastDone } from '../../../../src/web/parts/toasts.tsx';
import { currentQuery, type PackageRecord } from './package-query.ts';
import { platformTitle } from './platforms.ts';

interface ConfirmBuildProps {
  build: PackageRecord;
  onClose: () => void;
}

/** Asks for confirmation before another build becomes current, and explains the effect on PCs. */
export function MakeCurrent({ build, onClose }: ConfirmBuildProps) {
  const { packageid, version, platform } = build;
  const { data = [] } = useQuery(currentQuery);
  const before = data.find((one) => one.platform === platform);
  const title = platformTitle(platform);
  const confirm = async () => {
    const { auditid } = await request('POST', `/endpoints/packages/${packageid}/current`);
    await queryClient.invalidateQueries();
    toastDone(`${version} is current for ${title}.`, auditid);
  };
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={`Make ${version} current for ${title}`}
      action="Make current"
      onConfirm={confirm}
    >
      <div className="mw-stack" style={{ gap: 8 }}>
        {before && (
          <p>
            It replaces {before.version}
            {isBefore(version, before.version) && ', which is newer (downgrade)'}.
          </p>
        )}
        <p>
          New agent installations get {version}. PCs with another version keep it until a wave upgrades them.
        </p>
      </div>
    </ConfirmModal>
  );
}

/** Reports whether a version is before another one, with digits compared as numbers: 0.9.0 before 0.10.0. */
const isBefore = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) < 0;

/** Asks for confirmation before a build and its file are deleted. */
export function RemoveBuild({ build, onClose }: ConfirmBuildProps) {
  const { packageid, version, platform } = build;
  const confirm = async () => {
    await request('DELETE', `/endpoints/packages/${packageid}`);
    await queryClient.invalidateQueries();
    toastDone(`${version} for ${platformTitle(platform)} is deleted.`);
  };
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={`Delete ${version} for ${platformTitle(platform)}`}
      action="Delete"
      danger
      onConfirm={confirm}
    >
      The file is deleted too, and this cannot be undone. PCs that have this version keep it.
    </ConfirmModal>
  );
}
