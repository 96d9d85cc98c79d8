import { Checkbox } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { DataTable, type DataTableProps, type TableColumn } from '../../../../src/web/parts/data-table.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { pcPath } from '../../pc-path.ts';
import { pcNameOf } from '../labels.ts';
import { platformTitle } from '../packages/platforms.ts';
import { BLOCKER_DETAILS, isChoosable } from './blockers.ts';
import type { Readiness } from './readiness-query.ts';

interface ReadinessTableProps extends Pick<DataTableProps<Readiness>, 'query' | 'rows' | 'foot'> {
  isNarrowed: boolean;
  /** Selected PCs. Absent for users who may not send a wave. */
  chosen?: ReadonlyMap<number, Readiness>;
  onChoose: (pc: Readiness) => void;
}

/** Lists PCs with their target build and blockers. */
export function ReadinessTable({ isNarrowed, chosen, onChoose, ...list }: ReadinessTableProps) {
  const choice: TableColumn<Readiness> = {
    title: 'Select',
    width: '1%',
    cell: (pc) => (
      <Checkbox
        size="xs"
        aria-label={`Select ${pcNameOf(pc)}`}
        disabled={!isChoosable(pc)}
        checked={chosen?.has(pc.assetid) === true}
        onChange={() => onChoose(pc)}
      />
    ),
  };
  return (
    <DataTable
      {...list}
      bare
      title="PCs"
      rowKey={({ assetid }) => assetid}
      columns={chosen ? [choice, ...COLUMNS] : COLUMNS}
      empty={{
        icon: IconStack2,
        title: isNarrowed ? 'No PC matches' : 'No PCs yet',
        text: isNarrowed ? 'Clear the search or the filter to see more.' : NO_PC,
      }}
    />
  );
}

const NO_PC: ReactNode = (
  <>
    All computers of the register are listed here with what blocks their upgrade. Add computers, then install
    the agent with a <AppLink to="/endpoints/bootstrap-tokens">bootstrap token</AppLink>.
  </>
);

const COLUMNS: TableColumn<Readiness>[] = [
  {
    title: 'PC',
    headline: true,
    cell: (pc) => (
      <AppLink className="mw-cell-link" to={pcPath(pc.assetid)}>
        {pcNameOf(pc)}
      </AppLink>
    ),
  },
  { title: 'Agent', cell: ({ agentversion }) => agentversion },
  {
    title: 'Target build',
    cell: ({ targetversion, platform }) =>
      targetversion &&
      platform && (
        <>
          {targetversion} <span className="mw-muted">{platformTitle(platform)}</span>
        </>
      ),
  },
  { title: 'State', wrap: true, cell: (pc) => <Blockers pc={pc} /> },
];

/** Shows all blockers of a PC and explains the first one. The others often result from it. */
function Blockers({ pc: { ready, blockers } }: { pc: Readiness }) {
  if (ready) return <StateBadge word="active" label="Ready" />;
  const [first] = blockers;
  return (
    <>
      <span className="mw-blockers">
        {blockers.map((blocker) => (
          <StateBadge
            key={blocker}
            word={BLOCKER_DETAILS[blocker].word}
            label={BLOCKER_DETAILS[blocker].label}
          />
        ))}
      </span>
      {first !== 'up_to_date' && (
        <span className="mw-muted mw-small">{first && BLOCKER_DETAILS[first].description}</span>
      )}
    </>
  );
}
