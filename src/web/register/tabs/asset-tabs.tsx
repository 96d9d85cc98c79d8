import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { type AddressTab, AddressTabs } from '../address-tabs.tsx';
import { FactGroups } from '../fact-groups.tsx';
import { recordLabel, typeData } from '../resolve.ts';
import { CommunicationsTab } from './communications-tab.tsx';
import { CustomFacts } from './custom-facts.tsx';
import { HistoryTab } from './history-tab.tsx';
import { RelationshipsTab } from './relationships-tab.tsx';
import { SoftwareTab } from './software-tab.tsx';

interface AssetTabsProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
}

/** An asset: its facts, and everything that hangs on it. */
export function AssetTabs({ register, record }: AssetTabsProps) {
  const assetid = Number(record.assetid);
  const canedit = register.can.edit;
  const computerid = record.computerid ?? typeData(record).computerid;
  const overview = (
    <FactGroups register={register} record={record}>
      <CustomFacts assetid={assetid} canedit={canedit} />
    </FactGroups>
  );
  const ties = <RelationshipsTab assetid={assetid} name={recordLabel(register, record)} canedit={canedit} />;
  const software: AddressTab = {
    name: 'software',
    title: 'Software',
    content: <SoftwareTab computerid={Number(computerid)} canedit={canedit} />,
  };
  return (
    <AddressTabs
      tabs={[
        { name: 'overview', title: 'Overview', content: overview },
        { name: 'relationships', title: 'Relationships', content: ties },
        ...(computerid ? [software] : []),
        {
          name: 'communications',
          title: 'Communications',
          content: <CommunicationsTab assetid={assetid} canedit={canedit} />,
        },
        {
          name: 'history',
          title: 'History',
          content: <HistoryTab assetid={assetid} fields={register.fields} />,
        },
      ]}
    />
  );
}
