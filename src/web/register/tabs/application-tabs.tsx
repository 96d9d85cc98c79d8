import { Tabs } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { queryString } from '../../api/base-path.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { useGo } from '../../parts/app-link.tsx';
import { FactGroups } from '../fact-groups.tsx';
import { PictureCard } from '../picture-card.tsx';
import { VersionsCard } from './versions-card.tsx';

interface ApplicationTabsProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
}

/** An application: its facts, and what can be installed of it. */
export function ApplicationTabs({ register, record }: ApplicationTabsProps) {
  const go = useGo();
  const location = useLocation();
  const tab = (location.search as Record<string, string>).tab ?? 'overview';
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
        <Tabs.Tab value="versions">Versions and packages</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">
        <FactGroups register={register} record={record}>
          <PictureCard register={register} record={record} />
        </FactGroups>
      </Tabs.Panel>
      <Tabs.Panel value="versions">
        <VersionsCard appid={Number(record.appid)} canedit={register.can.edit} />
      </Tabs.Panel>
    </Tabs>
  );
}
