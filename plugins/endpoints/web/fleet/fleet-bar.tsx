import { CloseButton } from '@mantine/core';
import { IconTerminal } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../../../src/web/api/client.ts';
import { SmallButton } from '../../../../src/web/parts/small-button.tsx';
import { toastError } from '../../../../src/web/parts/toasts.tsx';
import { type ListState, listQueryParams } from '../../../../src/web/register/list-state.ts';
import { SelectMatching } from '../../../../src/web/register/select-matching.tsx';
import { RunModal } from '../commands/run-modal.tsx';
import { type FleetRow, formatPcCount } from '../labels.ts';

interface FleetBarProps {
  rows: FleetRow[];
  /** True when every row of this page is selected. */
  fullpage: boolean;
  /** Number of rows on all pages. */
  total: number;
  state: ListState;
  onDone: () => void;
}

const PAGE = 100;

/** Shows the actions for the selected PCs, or for all that match. */
export function FleetBar({ rows, fullpage, total, state, onDone }: FleetBarProps) {
  const [wanted, setWanted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [target, setTarget] = useState<FleetRow[] | null>(null);
  const extendable = fullpage && total > rows.length;
  const everything = wanted && extendable;
  const run = async () => {
    setBusy(true);
    try {
      setTarget(everything ? await allMatching(state) : rows);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="mw-bulk" aria-label="Selected rows">
      <strong role="status">{formatPcCount(everything ? total : rows.length)} selected</strong>
      {extendable && (
        <SelectMatching
          state={state}
          many={formatPcCount(total)}
          everything={everything}
          onChange={setWanted}
        />
      )}
      <SmallButton icon={IconTerminal} loading={busy} onClick={() => void run()}>
        Run command
      </SmallButton>
      <CloseButton size="sm" ml="auto" aria-label="Clear selection" onClick={onDone} />
      {target && <RunModal target={target} onClose={() => setTarget(null)} />}
    </section>
  );
}

/** Returns every PC that the list would show, loaded page by page. */
async function allMatching(state: ListState): Promise<FleetRow[]> {
  const rows: FleetRow[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { ...listQueryParams(state, false), page, per_page: PAGE };
    const answer = await request<FleetRow[]>('GET', '/endpoints', { query });
    rows.push(...answer.data);
    pages = answer.pagination?.pages ?? 1;
  }
  return rows;
}
