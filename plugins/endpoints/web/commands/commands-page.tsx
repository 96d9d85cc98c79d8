import { IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { FilterDescriptor } from '../../../../src/kit/resource/descriptor.ts';
import { queryString } from '../../../../src/web/api/base-path.ts';
import { useNavigateTo } from '../../../../src/web/parts/app-link.tsx';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import { AddFilter } from '../../../../src/web/register/add-filter.tsx';
import { FilterChips } from '../../../../src/web/register/filter-chips.tsx';
import { ACTIONS } from '../../actions.ts';
import { actionTitle, COMMAND_STATE_LABELS, toChoices } from '../labels.ts';
import { commandsQuery } from './command-query.ts';
import { CommandTable } from './command-table.tsx';

const FILTERS: FilterDescriptor[] = [
  { name: 'state', title: 'State', kind: 'select', options: toChoices(COMMAND_STATE_LABELS) },
  {
    name: 'action',
    title: 'Command',
    kind: 'select',
    options: ACTIONS.map((value) => ({ value, label: actionTitle(value) })),
  },
  { name: 'finishedsince', title: 'Ended since', kind: 'date' },
];

/** Shows the page of the commands of all PCs and their results, with live updates. */
export function CommandsPage() {
  const go = useNavigateTo();
  const { page, ...search } = useLocation().search as Record<string, string>;
  const values = Object.fromEntries(
    FILTERS.flatMap(({ name }) => (search[name] ? [[name, search[name]]] : [])),
  ) as Record<string, string>;
  const query = useQuery(commandsQuery({ ...values, page, per_page: 50 }));
  const show = (next: Record<string, string>, at?: number) =>
    go(`/endpoints/commands${queryString({ ...next, page: at && at > 1 ? at : undefined })}`, {
      replace: at === undefined,
    });
  const narrowing = { filters: FILTERS, values, onValues: show };
  const narrowed = Object.keys(values).length > 0;
  return (
    <div className="mw-page">
      <PageHeader
        title="Commands"
        icon={<IconTerminal2 size={22} aria-hidden />}
        subtitle="All commands for PCs with their results, newest first."
      />
      <search className="mw-toolbar" aria-label="Filter commands">
        <AddFilter {...narrowing} />
        <FilterChips {...narrowing} />
      </search>
      <CommandTable
        bare
        ofMany
        title="Commands"
        query={query}
        rows={query.data?.data}
        foot={<Pager info={query.data?.pagination} onPage={(at) => show(values, at)} />}
        empty={{
          icon: IconTerminal2,
          title: narrowed ? 'No command matches' : 'No commands yet',
          text: narrowed
            ? 'Remove a filter to see more.'
            : 'Select PCs in the PC list, or open a PC, then run a command.',
        }}
      />
    </div>
  );
}
