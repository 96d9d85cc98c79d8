import { Checkbox, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get, request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { SearchBox } from '../../../src/web/parts/search-box.tsx';
import { SkeletonRows } from '../../../src/web/parts/skeletons.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import type { EffectivePrinter } from '../assignments/routes.ts';
import type { InstallableRow } from '../install/routes.ts';

interface Choice {
  printerids: number[];
  defaultprinterid: number | null;
}

type OwnPrinter = Omit<EffectivePrinter, 'inheritedvia'>;
/** Maximum visible rows. The others are found by name. */
const MAX_SHOWN = 60;

/** Lets the user choose the printers of an asset and its default. */
export function AssignModal({ assetid, onClose }: { assetid: number; onClose: () => void }) {
  const own = useQuery({
    queryKey: ['asset-printers', assetid, 'own'],
    queryFn: () => get<OwnPrinter[]>(`/printers/assignments/for-asset/${assetid}`),
    staleTime: 0,
    gcTime: 0,
  });
  const all = useQuery({
    queryKey: ['install-list'],
    queryFn: () => get<InstallableRow[]>('/printers/install-list'),
  });
  const error = own.error ?? all.error;
  if (error) return <ErrorView error={error} retry={() => void own.refetch()} />;
  if (!own.data || !all.data) return <SkeletonRows rows={3} />;
  return <AssignForm assetid={assetid} own={own.data} all={all.data} onClose={onClose} />;
}

interface AssignFormProps {
  assetid: number;
  own: OwnPrinter[];
  all: InstallableRow[];
  onClose: () => void;
}

function AssignForm({ assetid, own, all, onClose }: AssignFormProps) {
  const [text, setText] = useState('');
  const initial: Choice = {
    printerids: own.map(({ printerid }) => printerid),
    defaultprinterid: own.find(({ isdefault }) => isdefault)?.printerid ?? null,
  };
  const form = useForm({
    initial,
    save: async (body) => {
      const { auditid } = await request('PUT', `/printers/assignments/for-asset/${assetid}`, { body });
      await queryClient.invalidateQueries({ queryKey: ['asset-printers', assetid] });
      toastDone(
        body.printerids.length === 0 ? 'The assignment is removed.' : 'The printers are assigned.',
        auditid,
      );
      onClose();
    },
  });
  const { printerids, defaultprinterid } = form.values;
  const choices = choicesOf(own, all);
  const shown = choices
    .filter(
      ({ printerid, label }) =>
        printerids.includes(printerid) || label.toLowerCase().includes(text.toLowerCase()),
    )
    .sort((a, b) => Number(printerids.includes(b.printerid)) - Number(printerids.includes(a.printerid)));
  const toggle = (printerid: number, on: boolean) => {
    form.set('printerids', on ? [...printerids, printerid] : printerids.filter((one) => one !== printerid));
    if (!on && defaultprinterid === printerid) form.set('defaultprinterid', null);
  };
  return (
    <FormModal
      form={form}
      draft={null}
      title="Assign printers"
      action="Save"
      disabled={!form.dirty}
      onClose={onClose}
      size={560}
    >
      <p className="mw-muted">
        A PC gets its assigned printers, or those of the machine that it controls if it has none.
      </p>
      <SearchBox
        data-autofocus
        label="Find a printer"
        placeholder="Name, model or number"
        value={text}
        onChange={setText}
      />
      <div style={{ maxHeight: 360, overflowY: 'auto' }}>
        <table className="mw-table" aria-label="Printers">
          <thead>
            <tr>
              <th>Printer</th>
              <th style={{ width: 90 }}>Default</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, MAX_SHOWN).map(({ printerid, label }) => (
              <tr key={printerid}>
                <td>
                  <Checkbox
                    label={label}
                    checked={printerids.includes(printerid)}
                    onChange={(event) => toggle(printerid, event.currentTarget.checked)}
                  />
                </td>
                <td>
                  <Radio
                    name="defaultprinterid"
                    aria-label={`${label} is the default`}
                    disabled={!printerids.includes(printerid)}
                    checked={defaultprinterid === printerid}
                    onChange={() => form.set('defaultprinterid', printerid)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length > MAX_SHOWN && (
          <p className="mw-muted mw-card-pad">{shown.length - MAX_SHOWN} more: enter part of the name.</p>
        )}
      </div>
    </FormModal>
  );
}

/** Returns the printers on the network and those already assigned. */
function choicesOf(own: OwnPrinter[], all: InstallableRow[]): { printerid: number; label: string }[] {
  const toChoice = (
    row: Pick<OwnPrinter, 'printerid' | 'windowsname' | 'name' | 'hostname' | 'assetnumber'>,
    more: string | null,
  ) => ({
    printerid: row.printerid,
    label: [row.windowsname ?? row.name ?? row.hostname ?? row.assetnumber, more, row.assetnumber]
      .filter(Boolean)
      .filter((one, index, list) => list.indexOf(one) === index)
      .join(' · '),
  });
  const offered = new Map(all.map((row) => [row.printerid, toChoice(row, row.modelnumber)]));
  for (const row of own)
    if (!offered.has(row.printerid))
      offered.set(row.printerid, toChoice(row, row.isactive ? null : 'inactive'));
  return [...offered.values()];
}
