import '../endpoint-styles.ts';
import { NativeSelect } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { DataTable, type TableColumn } from '../../../../src/web/parts/data-table.tsx';
import { absoluteTime, RelativeTime } from '../../../../src/web/parts/time.tsx';
import type { TabProps } from '../../../../src/web/plugin-parts.tsx';
import { useGrowingList } from '../../../../src/web/register/growing-list.tsx';
import { DiffLines } from './diff-lines.tsx';
import { ScriptText } from './script-field.tsx';

interface Revision {
  scriptrevisionid: number;
  revision: number;
  body: string;
  sha256: string;
  createddate: string;
}

const COLUMNS: TableColumn<Revision>[] = [
  { title: 'Revision', headline: true, cell: ({ revision }) => `Revision ${revision}` },
  { title: 'Created', cell: ({ createddate }) => <RelativeTime at={createddate} /> },
  { title: 'SHA-256', cell: ({ sha256 }) => <span className="mw-mono">{sha256.slice(0, 16)}</span> },
];

/** Shows the revisions of a script and the difference of two of them. */
export function RevisionsTab({ id }: TabProps) {
  const address = `/endpoints/scripts/${id}/revisions`;
  const list = useGrowingList<Revision>(['ledger', address], address, 'Older revisions');
  return (
    <div className="mw-stack">
      {(list.rows?.length ?? 0) > 1 && <Comparison revisions={list.rows!} />}
      <DataTable
        title="Revisions"
        {...list}
        rowKey={({ scriptrevisionid }) => scriptrevisionid}
        columns={COLUMNS}
        detail={(row) => <ScriptText value={row.body} record={{}} />}
        empty={{
          icon: IconHistory,
          title: 'No revisions yet',
          text: 'All versions of the script are listed here. A command runs the version that was current when it was queued.',
        }}
      />
    </div>
  );
}

/** Compares two revisions, at first the newest and its predecessor. */
function Comparison({ revisions }: { revisions: Revision[] }) {
  const [older, setOlder] = useState(revisions[1]!.revision);
  const [newer, setNewer] = useState(revisions[0]!.revision);
  const choices = revisions.map(({ revision, createddate }) => ({
    value: String(revision),
    label: `Revision ${revision}, ${absoluteTime(createddate)}`,
  }));
  const bodyOf = (wanted: number) => revisions.find(({ revision }) => revision === wanted)?.body ?? '';
  return (
    <section className="mw-card" aria-label="Changes">
      <header style={{ justifyContent: 'start' }}>
        <h2>Changes</h2>
        <NativeSelect
          size="xs"
          aria-label="From"
          data={choices}
          value={String(older)}
          onChange={(event) => setOlder(Number(event.currentTarget.value))}
        />
        to
        <NativeSelect
          size="xs"
          aria-label="To"
          data={choices}
          value={String(newer)}
          onChange={(event) => setNewer(Number(event.currentTarget.value))}
        />
      </header>
      <DiffLines older={bodyOf(older)} newer={bodyOf(newer)} />
    </section>
  );
}
