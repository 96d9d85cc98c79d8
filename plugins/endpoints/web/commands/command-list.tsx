import { IconTerminal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import type { Action } from '../../actions.ts';
import { commandsQuery } from './command-query.ts';
import { CommandTable } from './command-table.tsx';

const PAGE = 10;

interface CommandListProps {
  assetid: number;
  /** Restricts the list to one action, with its own title and empty text. */
  only?: { action: Action; title: string; empty: string };
}

/** Lists the commands of one PC, the newest first. */
export function CommandList({ assetid, only }: CommandListProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(commandsQuery({ assetid, action: only?.action, page, per_page: PAGE }));
  return (
    <CommandTable
      title={only?.title ?? 'Commands'}
      query={query}
      rows={query.data?.data}
      foot={<Pager info={query.data?.pagination} onPage={setPage} />}
      expected={3}
      empty={{
        icon: IconTerminal,
        title: 'No commands yet',
        text: only?.empty ?? 'Commands for this PC are listed here with their results.',
      }}
    />
  );
}
