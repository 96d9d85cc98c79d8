import { Group, Switch } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconVersions } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { Pager } from '../../../src/web/parts/pager.tsx';
import { SearchBox } from '../../../src/web/parts/search-box.tsx';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { toastDone, toastError } from '../../../src/web/parts/toasts.tsx';
import type { PrinterModel } from '../model-routes.ts';
import { colorTitle, SupplyName, typeTitle } from './level.tsx';
import { type ModelSupply, SupplyModal } from './supply-modal.tsx';

interface SupplyDialog {
  model: PrinterModel;
  part: ModelSupply | null;
}

const COLUMNS: TableColumn<PrinterModel>[] = [
  { title: 'Model', headline: true, cell: ({ modelnumber }) => modelnumber },
  { title: 'Vendor', cell: ({ vendor }) => vendor ?? '–' },
  { title: 'Printers', align: 'right', cell: ({ printercount }) => printercount },
  { title: 'Drivers', align: 'right', cell: ({ drivercount }) => drivercount },
  { title: 'Parts', align: 'right', cell: ({ supplycount }) => supplycount },
];

/** Shows the page of printer models and the parts that are ordered for each. */
export function ModelsPage() {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [mapped, setMapped] = useState(false);
  const [dialog, setDialog] = useState<SupplyDialog | null>(null);
  const me = useMe();
  const may = (permission: string) => me?.isadmin || me?.permissions.includes(permission);
  const params = { page, search: search || undefined, withsupplies: mapped || undefined };
  const query = useQuery({
    queryKey: ['printer-models', params],
    queryFn: () => request<PrinterModel[]>('GET', '/printers/models', { query: params }),
    placeholderData: keepPreviousData,
  });
  const isNarrowed = search !== '' || mapped;
  return (
    <div className="mw-page">
      <PageHeader
        title="Printer models"
        icon={<IconVersions size={22} aria-hidden />}
        subtitle="The parts to order for each printer model, shown next to supply levels."
      />
      <Group gap="sm" mb="md">
        <SearchBox
          label="Find a model"
          placeholder="Model or vendor"
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
        <Switch
          label="With parts only"
          checked={mapped}
          onChange={(event) => {
            setMapped(event.currentTarget.checked);
            setPage(1);
          }}
        />
      </Group>
      <DataTable
        title="Models"
        query={query}
        rows={query.data?.data}
        rowKey={({ modelnumberid }) => modelnumberid}
        columns={COLUMNS}
        detail={(model) => (
          <Parts
            model={model}
            onAsk={setDialog}
            canedit={may('printers.edit')}
            canremove={may('printers.delete')}
          />
        )}
        actions={
          may('printers.create')
            ? (model) => (
                <SmallButton
                  icon={IconPlus}
                  aria-label={`Add part for ${model.modelnumber}`}
                  onClick={() => setDialog({ model, part: null })}
                >
                  Add part
                </SmallButton>
              )
            : undefined
        }
        foot={<Pager info={query.data?.pagination} onPage={setPage} />}
        expected={6}
        empty={
          isNarrowed
            ? { icon: IconVersions, title: 'No models match', text: 'Change the filter to see more models.' }
            : {
                icon: IconVersions,
                title: 'No printer models yet',
                text: (
                  <>
                    Models are created with printers, or you can add them under{' '}
                    <AppLink to="/models">Models</AppLink>.
                  </>
                ),
              }
        }
      />
      {dialog && <SupplyModal {...dialog} onClose={() => setDialog(null)} />}
    </div>
  );
}

interface PartsProps {
  model: PrinterModel;
  onAsk: (dialog: SupplyDialog) => void;
  canedit: boolean | undefined;
  canremove: boolean | undefined;
}

function Parts({ model, onAsk, canedit, canremove }: PartsProps) {
  if (model.supplies.length === 0) return <p className="mw-muted">No parts for this model.</p>;
  return (
    <ul aria-label={`Parts of ${model.modelnumber}`} className="mw-stack" style={{ gap: 4 }}>
      {model.supplies.map((part) => (
        <Group component="li" key={part.modelsupplyid} gap="sm">
          <span className="mw-mono">{part.partnumber}</span>
          <SupplyName
            name={[
              typeTitle(part.supplytype),
              part.color === 'none' ? '' : colorTitle(part.color).toLowerCase(),
              part.capacitytier,
            ]
              .filter(Boolean)
              .join(', ')}
            color={part.color}
          />
          {part.marketingname && <span className="mw-muted">{part.marketingname}</span>}
          {part.pageyield !== null && (
            <span className="mw-muted">{part.pageyield.toLocaleString('en')} pages</span>
          )}
          {canedit && (
            <SmallButton
              icon={IconPencil}
              variant="subtle"
              aria-label={`Edit ${part.partnumber}`}
              onClick={() => onAsk({ model, part })}
            >
              Edit
            </SmallButton>
          )}
          {canremove && (
            <SmallButton
              icon={IconTrash}
              variant="subtle"
              color="red"
              aria-label={`Remove ${part.partnumber}`}
              onClick={() => void remove(part)}
            >
              Remove
            </SmallButton>
          )}
        </Group>
      ))}
    </ul>
  );
}

async function remove({ modelsupplyid, partnumber }: ModelSupply): Promise<void> {
  try {
    const { auditid } = await request('DELETE', `/printers/supplies/${modelsupplyid}`);
    await queryClient.invalidateQueries({ queryKey: ['printer-models'] });
    toastDone(`${partnumber} is removed.`, auditid);
  } catch (error) {
    toastError(error);
  }
}
