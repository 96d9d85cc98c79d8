import { useLocation } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { queryString } from '../../api/base-path.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';

export type PanelName = 'layers' | 'unplaced' | 'verify' | 'recalibrate' | 'snapshots';
const PANELS: readonly string[] = ['layers', 'unplaced', 'verify', 'recalibrate', 'snapshots'];

export interface MapAddress {
  levelid: number | null;
  assetid: number | null;
  panel: PanelName | null;
  hiddentypes: number[];
  hiddenstatuses: number[];
}

const ids = (text: string | undefined): number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => id > 0);

function addressOf(search: Record<string, string>): MapAddress {
  return {
    levelid: Number(search.level) || null,
    assetid: Number(search.asset) || null,
    panel: PANELS.includes(search.panel ?? '') ? (search.panel as PanelName) : null,
    hiddentypes: ids(search.hidetypes),
    hiddenstatuses: ids(search.hidestatuses),
  };
}

/**
 * Returns the state of the page, which is in the URL so that a link shows the same, and a function that
 * changes it.
 */
export function useMapAddress(): [MapAddress, (change: Partial<MapAddress>) => void] {
  const go = useNavigateTo();
  const search = useLocation().search as Record<string, string>;
  const address = useMemo(() => addressOf(search), [search]);
  const change = useCallback(
    (patch: Partial<MapAddress>) => {
      const next = { ...address, ...patch };
      const query = {
        level: next.levelid,
        asset: next.assetid,
        panel: next.panel,
        hidetypes: next.hiddentypes.join(','),
        hidestatuses: next.hiddenstatuses.join(','),
      };
      go(`/map${queryString(query)}`, { replace: true });
    },
    [address, go],
  );
  return [address, change];
}
