import '../endpoint-styles.ts';
import { Button, CloseButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowUp, IconChecks, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { queryString } from '../../../../src/web/api/base-path.ts';
import { useMe } from '../../../../src/web/api/queries.ts';
import { useNavigateTo } from '../../../../src/web/parts/app-link.tsx';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import { SearchBox } from '../../../../src/web/parts/search-box.tsx';
import { SmallButton } from '../../../../src/web/parts/small-button.tsx';
import { formatPcCount, hasProfilePermission } from '../labels.ts';
import { isChoosable } from './blockers.ts';
import { findCommonBlocker, NoUpgrades } from './no-upgrades.tsx';
import { BlockerExplanation, Overview } from './overview.tsx';
import {
  countsQuery,
  isReadinessFilter,
  type Readiness,
  type ReadinessFilter,
  readinessQuery,
} from './readiness-query.ts';
import { ReadinessTable } from './readiness-table.tsx';
import { WaveModal } from './wave-modal.tsx';

const PAGE = 50;
const NO_PCS: ReadonlyMap<number, Readiness> = new Map();

/** Shows which PCs can be upgraded to the current agent build, and upgrades them in waves. */
export function WavesPage() {
  const me = useMe();
  const mayWave =
    hasProfilePermission(me, 'endpoints.agentupdate') && hasProfilePermission(me, 'endpoints.runscript');
  const [chosen, setChosen] = useState(NO_PCS);
  const [target, setTarget] = useState<readonly Readiness[] | 'next' | null>(null);
  const { shown, search, page, show } = useShown();
  const { data: counts } = useQuery(countsQuery);
  const query = useQuery(readinessQuery({ shown, search, page, perpage: PAGE }));
  const rows = query.data?.data;
  const choose = (wanted: readonly Readiness[]) =>
    setChosen((now) => new Map([...now, ...wanted.map((pc): [number, Readiness] => [pc.assetid, pc])]));
  const turn = (pc: Readiness) => {
    if (!chosen.has(pc.assetid)) return choose([pc]);
    setChosen(new Map([...chosen].filter(([assetid]) => assetid !== pc.assetid)));
  };
  const commonBlocker = counts && findCommonBlocker(counts);
  const choosable = rows?.filter((pc) => isChoosable(pc) && !chosen.has(pc.assetid)) ?? [];
  return (
    <div className="mw-page">
      <PageHeader
        title="Agent upgrades"
        icon={<IconStack2 size={22} aria-hidden />}
        subtitle="Upgrade agents to the current build in waves. A wave is a group of PCs upgraded together."
        actions={
          mayWave && (
            <Button
              leftSection={<IconArrowUp size={16} aria-hidden />}
              disabled={!counts?.ready}
              onClick={() => setTarget('next')}
            >
              Upgrade next PCs
            </Button>
          )
        }
      />
      {commonBlocker ? (
        <NoUpgrades blocker={commonBlocker} />
      ) : (
        <div className="mw-stack" style={{ gap: 12 }}>
          <Overview shown={shown} onShow={(next) => show({ shown: next, search })} />
          <BlockerExplanation shown={shown} />
          {me && !mayWave && (
            <p className="mw-muted">To start a wave, you also need the permission to run scripts on PCs.</p>
          )}
          <search className="mw-toolbar" style={{ marginBottom: 0 }} aria-label="Filter PCs">
            <Search key={shown} search={search} onSearch={(next) => show({ shown, search: next })} />
            {mayWave && choosable.length > 0 && (
              <SmallButton icon={IconChecks} onClick={() => choose(choosable)}>
                Select all on page
              </SmallButton>
            )}
          </search>
          {chosen.size > 0 && (
            <section className="mw-bulk" style={{ marginBottom: 0 }} aria-label="Selected PCs">
              <strong role="status">{formatPcCount(chosen.size)} selected</strong>
              <SmallButton icon={IconArrowUp} onClick={() => setTarget([...chosen.values()])}>
                Upgrade
              </SmallButton>
              <CloseButton
                size="sm"
                ml="auto"
                aria-label="Clear selection"
                onClick={() => setChosen(NO_PCS)}
              />
            </section>
          )}
          <ReadinessTable
            query={query}
            rows={rows}
            isNarrowed={shown !== undefined || search !== ''}
            chosen={mayWave ? chosen : undefined}
            onChoose={turn}
            foot={<Pager info={query.data?.pagination} onPage={(at) => show({ shown, search, page: at })} />}
          />
        </div>
      )}
      {target && (
        <WaveModal target={target} onQueued={() => setChosen(NO_PCS)} onClose={() => setTarget(null)} />
      )}
    </div>
  );
}

interface PageState {
  shown: ReadinessFilter | undefined;
  search: string;
  page?: number;
}

/** Stores the filter in the address, so that a link shows the same list. */
function useShown() {
  const go = useNavigateTo();
  const { state, search = '', page } = useLocation().search as Record<string, string>;
  const show = ({ shown, search: text, page: at = 1 }: PageState) =>
    go(
      `/endpoints/migration${queryString({ state: shown, search: text || undefined, page: at > 1 ? at : undefined })}`,
      { replace: at === 1 },
    );
  return { shown: isReadinessFilter(state) ? state : undefined, search, page, show };
}

function Search({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search);
  const later = useDebouncedCallback((next: string) => onSearch(next.trim()), 250);
  return (
    <SearchBox
      className="mw-toolbar-search"
      label="Search PCs"
      placeholder="Host name or asset number"
      value={text}
      onChange={(next) => {
        setText(next);
        later(next);
      }}
    />
  );
}
