import { Alert, Tabs } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { queryString } from '../api/base-path.ts';
import { recordQuery, useRegisters } from '../api/queries.ts';
import type { RegisterRecord } from '../api/types.ts';
import { AppLink, useGo } from '../parts/app-link.tsx';
import { ErrorView } from '../parts/error-view.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Ago } from '../parts/time.tsx';
import { DetailActions } from './detail-actions.tsx';
import { FactGroups } from './fact-groups.tsx';
import { PictureCard } from './picture-card.tsx';
import { displayText, recordLabel } from './resolve.ts';
import { ApplicationTabs } from './tabs/application-tabs.tsx';
import { CommunicationsTab } from './tabs/communications-tab.tsx';
import { CustomFacts } from './tabs/custom-facts.tsx';
import { HistoryTab } from './tabs/history-tab.tsx';
import { RelationshipsTab } from './tabs/relationships-tab.tsx';
import { SoftwareTab } from './tabs/software-tab.tsx';

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
      {register.isasset && record.assetid ? (
        <AssetTabs register={register} record={record} />
      ) : register.path === '/applications' ? (
        <ApplicationTabs register={register} record={record} />
      ) : (
        <FactGroups register={register} record={record}>
          <PictureCard register={register} record={record} />
        </FactGroups>
      )}
    </div>
  );
}

/** What an asset's own type knows about it, in the record of the general register. */
function typeData(record: RegisterRecord): RegisterRecord {
  return (record.typedata as RegisterRecord | null | undefined) ?? {};
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

function AssetTabs({ register, record }: { register: RegisterDescriptor; record: RegisterRecord }) {
  const go = useGo();
  const location = useLocation();
  const tab = (location.search as Record<string, string>).tab ?? 'overview';
  const assetid = Number(record.assetid);
  const canedit = register.can.edit;
  const computerid = record.computerid ?? typeData(record).computerid;
  const show = (next: string | null) =>
    go(location.pathname + queryString({ tab: next === 'overview' ? undefined : next }), { replace: true });
  return (
    <Tabs
      value={tab}
      onChange={show}
      keepMounted={false}
      classNames={{ panel: 'mw-tab-panel', list: 'mw-tabs' }}
    >
      <Tabs.List>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="relationships">Relationships</Tabs.Tab>
        {Boolean(computerid) && <Tabs.Tab value="software">Software</Tabs.Tab>}
        <Tabs.Tab value="communications">Communications</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">
        <FactGroups register={register} record={record}>
          <CustomFacts assetid={assetid} canedit={canedit} />
        </FactGroups>
      </Tabs.Panel>
      <Tabs.Panel value="relationships">
        <RelationshipsTab assetid={assetid} name={recordLabel(register, record)} canedit={canedit} />
      </Tabs.Panel>
      {Boolean(computerid) && (
        <Tabs.Panel value="software">
          <SoftwareTab computerid={Number(computerid)} canedit={canedit} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="communications">
        <CommunicationsTab assetid={assetid} canedit={canedit} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <HistoryTab assetid={assetid} fields={register.fields} />
      </Tabs.Panel>
    </Tabs>
  );
}
