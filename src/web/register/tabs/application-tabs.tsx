import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { AddressTabs } from '../address-tabs.tsx';
import { FactGroups } from '../fact-groups.tsx';
import { PictureCard } from '../picture-card.tsx';
import { VersionsCard } from './versions-card.tsx';

interface ApplicationTabsProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
}

/** An application: its facts, and what can be installed of it. */
export function ApplicationTabs({ register, record }: ApplicationTabsProps) {
  const overview = (
    <FactGroups register={register} record={record}>
      <PictureCard register={register} record={record} />
    </FactGroups>
  );
  const versions = <VersionsCard appid={Number(record.appid)} canedit={register.can.edit} />;
  return (
    <AddressTabs
      tabs={[
        { name: 'overview', title: 'Overview', content: overview },
        { name: 'versions', title: 'Versions and packages', content: versions },
      ]}
    />
  );
}
