import { useQuery } from '@tanstack/react-query';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { capabilitiesQuery, useRegisters, useSignedIn } from '../api/queries.ts';
import type { RegisterRecord } from '../api/types.ts';
import { PageSkeleton } from '../parts/skeletons.tsx';
import type { TabProps, WebTab } from '../plugin-parts.tsx';
import { type AddressTab, AddressTabs } from './address-tabs.tsx';
import { FactGroups } from './fact-groups.tsx';
import { groupTabs, type RecordTab } from './group-tabs.tsx';
import { LedgerTab } from './ledger-tab.tsx';
import { PictureCard } from './picture-card.tsx';
import { isPartOf, usePluginTabs } from './plugin-hooks.ts';
import { recordLabel, typeDataOf } from './resolve.ts';
import { CommunicationsTab } from './tabs/communications-tab.tsx';
import { HistoryTab } from './tabs/history-tab.tsx';
import { RelationshipsTab } from './tabs/relationships-tab.tsx';
import { FilesCard } from './thing/files-card.tsx';
import { MapExcerpt } from './thing/map-excerpt.tsx';
import { ModelPicture } from './thing/model-picture.tsx';
import { NeighborGraph } from './thing/neighbor-graph.tsx';
import { useCountedTabs } from './use-counted-tabs.ts';
import { WhereUsed } from './where-used.tsx';

interface RecordTabsProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
  /** Set in the panel beside a list, which owns the URL. */
  inPanel?: boolean;
}

/**
 * Shows the facts of a record, and tabs: connections, addresses and history of an asset, ledgers, and tabs of
 * plugins. Shows only the facts when there are no tabs.
 */
export function RecordTabs({ register, record, inPanel }: RecordTabsProps) {
  const own = useOwnTabs(register, record);
  const history = useQuery(capabilitiesQuery(useSignedIn())).data?.history ?? true;
  const assetid = register.isasset && record.assetid ? Number(record.assetid) : null;
  const hasTabs = assetid !== null || own.length > 0;
  const counted = useCountedTabs(register.name, hasTabs ? Number(record[register.idfield]) : null);
  const facts = (
    <FactGroups register={register} record={record}>
      {assetid !== null && <NeighborGraph key={assetid} assetid={assetid} />}
      {assetid !== null && <MapExcerpt record={record} />}
      {assetid !== null && <ModelPicture record={record} />}
      {assetid !== null && <FilesCard assetid={assetid} canedit={register.can.edit} />}
      {!register.isasset && <WhereUsed register={register} record={record} />}
      <PictureCard register={register} record={record} />
    </FactGroups>
  );
  if (!hasTabs) return facts;
  const overview: AddressTab = { name: 'overview', title: 'Overview', content: facts };
  const isMain = (tab: RecordTab) => tab.isMain === true;
  const first = [...own.filter(isMain), overview];
  const others = own.filter((tab) => !isMain(tab));
  if (assetid === null)
    return <AddressTabs tabs={[...first, ...groupTabs(counted(others))]} inPanel={inPanel} />;
  const [connections, addresses, changes] = assetTabs(register, record, assetid);
  // The history is the first part of its group.
  const tabs = [connections!, addresses!, ...(history ? [changes!] : []), ...others];
  return <AddressTabs tabs={[...first, ...groupTabs(counted(tabs))]} inPanel={inPanel} />;
}

function assetTabs(register: RegisterDescriptor, record: RegisterRecord, assetid: number): RecordTab[] {
  const canedit = register.can.edit;
  const name = recordLabel(register, record);
  return [
    {
      name: 'relationships',
      title: 'Connections',
      group: 'connections',
      content: <RelationshipsTab assetid={assetid} name={name} canedit={canedit} />,
    },
    {
      name: 'communications',
      title: 'Addresses',
      group: 'connections',
      content: <CommunicationsTab assetid={assetid} canedit={canedit} />,
    },
    {
      name: 'history',
      title: 'History',
      group: 'history',
      content: <HistoryTab assetid={assetid} />,
    },
  ];
}

/**
 * Returns ledgers and fitting tabs of plugins: those of the record's register and, for an asset, of each
 * asset register that holds its data. A tab with the name of a ledger replaces it.
 */
function useOwnTabs(register: RegisterDescriptor, record: RegisterRecord): RecordTab[] {
  const registers = useRegisters();
  const tabs = usePluginTabs();
  const facts = { ...typeDataOf(record), ...record };
  const concerned = registers.flatMap((one) => {
    const id = Number(facts[one.idfield] ?? 0);
    const isOf = one.name === register.name || (register.isasset && one.isasset);
    return isOf && id > 0 ? [{ one, id }] : [];
  });
  const own = (one: RegisterDescriptor) =>
    tabs.filter((tab) => isPartOf(one, tab) && (tab.fits?.(record) ?? true));
  return concerned.flatMap(({ one, id }): RecordTab[] => [
    ...one.ledgers
      .filter(({ name }) => !own(one).some((tab) => tab.name === name))
      .map((ledger) => ({
        name: ledger.name,
        title: ledger.title,
        content: (
          <LedgerTab key={`${one.path}/${id}`} ledger={ledger} address={`${one.path}/${id}/${ledger.name}`} />
        ),
      })),
    ...own(one).map((tab) => ({
      name: tab.name,
      title: tab.title,
      group: tab.group,
      isMain: tab.isMain,
      content: <LoadedTab tab={tab} register={register} record={record} id={id} />,
    })),
  ]);
}

/** Shows a tab that is loaded when it is first opened. */
function LoadedTab({ tab, ...props }: TabProps & { tab: WebTab }) {
  const { data } = useQuery({
    queryKey: ['tab', tab.register, tab.name],
    queryFn: async () => ({ Content: await tab.load() }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ? <data.Content {...props} /> : <PageSkeleton />;
}
