import { IconTerminal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import { commandsQuery } from './command-query.ts';
import { CommandTable } from './command-table.tsx';

const PAGE = 10;

/** The commands of one PC, the newest first. */
export function CommandList({ assetid }: { assetid: number }) {
  const [page, setPage] = useState(1);
  const query = useQuery(commandsQuery({ assetid, page, per_page: PAGE }));
  return (
    <CommandTable
      title="Commands"
      query={query}
      rows={query.data?.data}
      foot={<Pager info={query.data?.pagination} onPage={setPage} />}
      expected={3}
      empty={{
        icon: IconTerminal,
        title: 'No command yet',
        text: 'What somebody tells this PC to do stands here with what came of it.',
      }}
    />
  );
}
