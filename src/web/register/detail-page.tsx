import { Alert } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { recordQuery, useRegisters } from '../api/queries.ts';
import type { RegisterRecord } from '../api/types.ts';
import { AppLink } from '../parts/app-link.tsx';
import { ErrorView } from '../parts/error-view.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Ago } from '../parts/time.tsx';
import { DetailActions } from './detail-actions.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { displayText, recordLabel, typeData } from './resolve.ts';

/** One record: what it is, its facts, and for assets everything that hangs on it. */
export function DetailPage({ register, id }: { register: RegisterDescriptor; id: string }) {
  const {
    data: record,
    error,
    isPending,
    refetch,
  } = useQuery(recordQuery(register.path, id, register.idfield));
  if (isPending) return <PageSkeleton />;
  if (!record) return <ErrorView error={error} retry={refetch} />;
  const state = register.fields.find((field) => field.name === 'statusid');
  const label = recordLabel(register, record);
  const name = typeof record.name === 'string' && record.name !== label ? record.name : null;
  return (
    <div className="mw-page">
      <PageHeader
        title={label}
        crumbs={[{ title: register.title, to: register.path }]}
        icon={<RegisterIcon name={typeof record.icon === 'string' ? record.icon : register.icon} size={22} />}
        aside={state && displayText(state, record) && <StateBadge word={displayText(state, record)} />}
        subtitle={
          <>
            {name && `${name} · `}Changed <Ago at={record.modifieddate as string} />, created{' '}
            <Ago at={record.createddate as string} />
          </>
        }
        actions={
          <>
            <OpenAsType register={register} record={record} />
            <DetailActions register={register} record={record} />
          </>
        }
      />
      {record.isactive === false && (
        <Alert color="gray" mb="md" icon={<IconArchive size={18} />}>
          This {register.titleone.toLowerCase()} is inactive: it is left out of lists and counts, and keeps
          its history.
        </Alert>
      )}
      <RecordTabs register={register} record={record} />
    </div>
  );
}

/** The general register shows what all assets share; the rest is in the register of the type. */
function OpenAsType({ register, record }: { register: RegisterDescriptor; record: RegisterRecord }) {
  const data = typeData(record);
  const typed = useRegisters().find((one) => one.isasset && one.name !== register.name && data[one.idfield]);
  if (!typed) return null;
  return (
    <AppLink to={`${typed.path}/${data[typed.idfield]}`} className="mw-open-as">
      <RegisterIcon name={typed.icon} size={16} />
      Open as {typed.titleone.toLowerCase()}
    </AppLink>
  );
}
