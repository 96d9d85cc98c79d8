import { IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { isOperatorParameter } from '../../../../src/kit/resource/filter-operators.ts';
import { queryString } from '../../../../src/web/api/base-path.ts';
import { useMe } from '../../../../src/web/api/queries.ts';
import { useNavigateTo } from '../../../../src/web/parts/app-link.tsx';
import { readSorting } from '../../../../src/web/parts/list-sorting.ts';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import { SortChoices } from '../../../../src/web/parts/sort-choices.tsx';
import { AddFilter } from '../../../../src/web/register/add-filter.tsx';
import { FilterChips } from '../../../../src/web/register/filter-chips.tsx';
import { mayIssue } from '../labels.ts';
import { listCommandFilters, listCommandSorts } from './command-filters.ts';
import { commandsQuery } from './command-query.ts';
import { CommandTable } from './command-table.tsx';

/** Shows the page of the commands of all PCs and their results, with live updates. */
export function CommandsPage() {
  const go = useNavigateTo();
  const seesUsers = mayIssue(useMe());
  const { offered, all } = listCommandFilters(seesUsers);
  const { page, sort, dir, ...search } = useLocation().search as Record<string, string>;
  const values = Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => value && (isOperatorParameter(name) || all.some((one) => one.name === name)),
    ),
  );
  const query = useQuery(commandsQuery({ ...values, sort, dir, page, per_page: 50 }));
  const show = (next: Record<string, string | undefined>, at?: number) =>
    go(`/endpoints/commands${queryString({ ...next, page: at && at > 1 ? at : undefined })}`, {
      replace: at === undefined,
    });
  const narrowing = {
    values,
    onValues: (next: Record<string, string>) => show({ ...next, sort, dir }),
  };
  const sorting = readSorting({ sort, dir }, { sort: 'createddate', dir: 'desc' }, (order) =>
    show({ ...values, ...order }),
  );
  const narrowed = Object.keys(values).length > 0;
  return (
    <div className="mw-page">
      <PageHeader
        title="Commands"
        icon={<IconTerminal2 size={22} aria-hidden />}
        subtitle="All commands for PCs with their results."
      />
      <search className="mw-toolbar" aria-label="Filter commands">
        <AddFilter filters={offered} {...narrowing} />
        <FilterChips filters={all} {...narrowing} />
        <div className="mw-toolbar-end">
          <SortChoices sorting={sorting} {...listCommandSorts(seesUsers)} />
        </div>
      </search>
      <CommandTable
        bare
        ofMany
        title="Commands"
        query={query}
        sorting={sorting}
        rows={query.data?.data}
        foot={<Pager info={query.data?.pagination} onPage={(at) => show({ ...values, sort, dir }, at)} />}
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
