import { IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get, request } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import type { RegisterRecord } from '../../../src/web/api/types.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { calendarDate } from '../../../src/web/parts/time.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { RefSelect } from '../../../src/web/register/ref-select.tsx';
import { COVERAGES } from '../coverage-labels.ts';

interface Warranty extends RegisterRecord {
  warrantyid: number;
  warrantyname: string;
  vendor: string | null;
  servicelevel: string | null;
  contractnumber: string | null;
  enddate: string | null;
  coverage: keyof typeof COVERAGES;
  assetids: number[];
}

const WARRANTIES = { path: '/warranty', idfield: 'warrantyid', labelfield: 'warrantyname' };
const orDash = (text: string | null) => text ?? <span className="mw-muted">–</span>;

/** Shows the tab of an asset with its warranties and their end dates. */
export function WarrantyTab({ record }: TabProps) {
  const me = useMe();
  const [adding, setAdding] = useState(false);
  const assetid = Number(record.assetid);
  const query = useQuery({
    queryKey: ['warranties-of', assetid],
    queryFn: () => get<Warranty[]>(`/warranty/asset/${assetid}`),
  });
  const mayEdit = me?.isadmin || me?.permissions.includes('warranty.edit');
  return (
    <>
      <DataTable
        title="Warranties"
        query={query}
        rows={query.data}
        rowKey={(row) => row.warrantyid}
        columns={COLUMNS}
        add={
          mayEdit && (
            <SmallButton icon={IconPlus} onClick={() => setAdding(true)}>
              Add to warranty
            </SmallButton>
          )
        }
        empty={{
          icon: IconShieldCheck,
          title: 'No warranties yet',
          text: 'Create warranties and service contracts under Records, Due dates, Warranties, and add the assets that they cover.',
        }}
      />
      {adding && (
        <CoverModal assetid={assetid} name={String(record.assetnumber)} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

const COLUMNS: TableColumn<Warranty>[] = [
  {
    title: 'Warranty',
    headline: true,
    cell: (row) => (
      <AppLink to={`/warranty/${row.warrantyid}`} className="mw-cell-link">
        {row.warrantyname}
      </AppLink>
    ),
  },
  { title: 'Coverage', cell: (row) => <StateBadge word={row.coverage} label={COVERAGES[row.coverage]} /> },
  { title: 'Until', cell: (row) => (row.enddate ? calendarDate(row.enddate) : 'No end date') },
  { title: 'Vendor', cell: (row) => orDash(row.vendor) },
  { title: 'Service level', wrap: true, cell: (row) => orDash(row.servicelevel) },
  { title: 'Contract', cell: (row) => orDash(row.contractnumber) },
];

/** The dialog that adds the asset to an existing warranty. */
function CoverModal({ assetid, name, onClose }: { assetid: number; name: string; onClose: () => void }) {
  const form = useForm({
    initial: { warrantyid: null as string | null },
    save: async ({ warrantyid }) => {
      const path = `/warranty/${warrantyid}`;
      const { assetids, warrantyname, modifieddate } = await get<Warranty>(path);
      const body = { assetids: [...new Set([...assetids, assetid])], ifmodifieddate: modifieddate };
      const { auditid } = await request('PUT', path, { body });
      await queryClient.invalidateQueries();
      toastDone(`${warrantyname} covers ${name}.`, auditid);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft={null}
      title={`Add ${name} to warranty`}
      action="Add"
      disabled={!form.values.warrantyid}
      onClose={onClose}
    >
      <RefSelect
        label="Warranty"
        source={WARRANTIES}
        value={form.values.warrantyid}
        error={form.errors.warrantyid}
        onChange={(id) => form.set('warrantyid', id)}
        data-autofocus
      />
      <p className="mw-muted">
        Not listed? <AppLink to="/warranty/new">Create warranty</AppLink>
      </p>
    </FormModal>
  );
}
