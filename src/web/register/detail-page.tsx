import { Alert } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { recordQuery } from '../api/queries.ts';
import type { RegisterRecord } from '../api/types.ts';
import { AppLink } from '../parts/app-link.tsx';
import { ErrorView } from '../parts/error-view.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { AssetFlagList } from './asset-flags.tsx';
import { DetailActions } from './detail-actions.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { displayText, recordLabel } from './resolve.ts';
import './thing/thing-styles.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { AssetActions } from './thing/asset-actions.tsx';
import { AssetSubtitle } from './thing/asset-subtitle.tsx';
import { RedirectWithQuery } from './thing/redirect-with-query.tsx';
import { useTypePagePath } from './thing/use-type-page-path.ts';

/**
 * Shows one record with its facts, and for assets also everything related to it. Redirects from the general
 * page of an asset to that of its type.
 */
export function DetailPage({ register, id }: { register: RegisterDescriptor; id: string }) {
  const { data: record, error, isPending, refetch } = useQuery(recordQuery(register.path, id));
  const typed = useTypePagePath(register, record);
  if (isPending) return <PageSkeleton />;
  if (!record) return <ErrorView error={error} retry={refetch} />;
  if (typed) return <RedirectWithQuery path={typed} />;
  return (
    <div className="mw-page">
      <PageHeader
        title={recordLabel(register, record)}
        crumbs={[{ title: register.title, to: register.path }]}
        icon={<RegisterIcon name={typeof record.icon === 'string' ? record.icon : register.icon} size={22} />}
        aside={
          <>
            <RecordState register={register} record={record} />
            {register.isasset && <AssetFlagList assetid={Number(record.assetid)} />}
          </>
        }
        subtitle={<AssetSubtitle register={register} record={record} />}
        actions={
          <>
            {register.isasset && <AssetActions record={record} />}
            <DetailActions register={register} record={record} />
          </>
        }
      />
      <RetiredNotice register={register} record={record} />
      <RecordTabs register={register} record={record} />
    </div>
  );
}

interface RecordProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
}

/** Shows the status of a record, if its register has one. */
export function RecordState({ register, record }: RecordProps) {
  const state = register.fields.find((field) => field.name === 'statusid');
  return state && displayText(state, record) ? <StateBadge word={displayText(state, record)} /> : null;
}

/**
 * Explains that a record is inactive, with a link to the asset into which it was merged; nothing for an
 * active record.
 */
export function RetiredNotice({ register, record }: RecordProps) {
  if (record.isactive !== false) return null;
  return (
    <Alert color="gray" mb="md" icon={<IconArchive size={18} />}>
      This {toSentenceForm(register.titleone)} is inactive. Lists and counts exclude it. Its history remains.
      {typeof record.mergedassetid === 'number' && (
        <>
          {' It was merged into '}
          <AppLink to={`/assets/${record.mergedassetid}`}>another asset</AppLink>, which has its data.
        </>
      )}
    </Alert>
  );
}
