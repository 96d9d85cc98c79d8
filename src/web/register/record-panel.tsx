import { ActionIcon, CloseButton, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { recordQuery } from '../api/queries.ts';
import { AppLink, useNavigateTo } from '../parts/app-link.tsx';
import { ErrorView } from '../parts/error-view.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { AssetFlagList } from './asset-flags.tsx';
import { DetailActions } from './detail-actions.tsx';
import { RecordState, RetiredNotice } from './detail-page.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { recordLabel } from './resolve.ts';
import { AssetActions } from './thing/asset-actions.tsx';
import { AssetSubtitle } from './thing/asset-subtitle.tsx';
import { useTypePagePath } from './thing/use-type-page-path.ts';

interface RecordPanelProps {
  register: RegisterDescriptor;
  id: string;
  /**
   * Opens the previous or next row of the list; does nothing at its ends. Opens the first row when the list
   * does not contain the open record.
   */
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
}

/**
 * Shows the page of a record beside its list. Escape closes it, and the arrows in its header go from row to
 * row.
 */
export function RecordPanel({ register, id, onStep, onClose }: RecordPanelProps) {
  const go = useNavigateTo();
  const { data: record, error, refetch } = useQuery(recordQuery(register.path, id));
  const typed = useTypePagePath(register, record);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      // An open menu or dialog above the panel closes first.
      const above = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]');
      const isBusy = [...above].some((one) => one.checkVisibility());
      if (event.key === 'Escape' && !isBusy) onClose();
    };
    // Listens in the capture phase. A visible tooltip, such as that of an arrow, stops Escape from bubbling.
    window.addEventListener('keydown', close, true);
    return () => window.removeEventListener('keydown', close, true);
  }, [onClose]);
  const page = typed ?? `${register.path}/${id}`;
  const label = record ? recordLabel(register, record) : '';
  return (
    <aside className="mw-panel" aria-label={label || register.titleone}>
      <header>
        <RegisterIcon name={typeof record?.icon === 'string' ? record.icon : register.icon} size={20} />
        <h2>
          <AppLink to={page}>{label}</AppLink>
        </h2>
        <span className="mw-panel-tools">
          <Tool label="Previous row" icon={<IconChevronUp size={18} />} onClick={() => onStep(-1)} />
          <Tool label="Next row" icon={<IconChevronDown size={18} />} onClick={() => onStep(1)} />
          <Tool label="Open page" icon={<IconArrowsMaximize size={16} />} onClick={() => go(page)} />
          <CloseButton aria-label="Close" onClick={onClose} />
        </span>
      </header>
      <div className="mw-panel-body">
        {!record && error && <ErrorView error={error} retry={refetch} />}
        {!record && !error && <PageSkeleton />}
        {record && (
          <>
            <div className="mw-panel-flags">
              <RecordState register={register} record={record} />
              {register.isasset && <AssetFlagList assetid={Number(record.assetid)} />}
            </div>
            <div className="mw-muted">
              <AssetSubtitle register={register} record={record} />
            </div>
            <div className="mw-page-actions">
              {register.isasset && <AssetActions record={record} />}
              <DetailActions register={register} record={record} />
            </div>
            <RetiredNotice register={register} record={record} />
            <RecordTabs key={id} register={register} record={record} inPanel />
          </>
        )}
      </div>
    </aside>
  );
}

function Tool({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
