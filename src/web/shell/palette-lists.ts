import { useQuery } from '@tanstack/react-query';
import type { SearchHit } from '../../features/search/index.ts';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { queryString } from '../api/base-path.ts';
import { dashboardQuery, reportsQuery, useRegisters } from '../api/queries.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { findReferringLists } from '../register/find-referring-lists.ts';
import type { PaletteCommand } from './palette-command.ts';

/** The counts of the dashboard read all registers, so that opening the palette again does not repeat them. */
const STALE_MS = 60_000;

/**
 * Returns the commands that open a list for a purpose: what needs attention, the reports, and the lists with
 * a yes/no filter such as "Overdue".
 */
export function useListCommands(): PaletteCommand[] {
  const go = useNavigateTo();
  const registers = useRegisters();
  const { data: dashboard } = useQuery({ ...dashboardQuery, staleTime: STALE_MS });
  const { data: reports = [] } = useQuery({ ...reportsQuery, staleTime: STALE_MS });
  const attention = (dashboard?.attention ?? []).map(
    ({ key, title, count, href }): PaletteCommand => ({
      key: `attention-${key}`,
      group: 'Needs attention',
      title: `${title} (${count})`,
      icon: 'alert-triangle',
      run: () => go(href),
    }),
  );
  const reportPages = reports.map(
    ({ key, title, description }): PaletteCommand => ({
      key: `report-${key}`,
      group: 'Report',
      title,
      words: description,
      icon: 'report-analytics',
      run: () => go(`/reports/${key}`),
    }),
  );
  const filtered = registers.flatMap((register) =>
    register.filters
      .filter(({ kind }) => kind === 'boolean')
      .map(({ name, title }) => toListCommand(go, { register, title, query: { [name]: 'true' } })),
  );
  return [...attention, ...filtered, ...reportPages];
}

/** Returns a function for the commands that list what refers to a record, such as the PCs with a system. */
export function useListsOfHit(): (hit: SearchHit) => PaletteCommand[] {
  const go = useNavigateTo();
  const registers = useRegisters();
  return ({ id, title, url }) => {
    const register = registers.find(({ path }) => url === `${path}/${id}`);
    if (!register) return [];
    return findReferringLists(registers, register).map(({ list, filter }) =>
      toListCommand(go, {
        register: list,
        title: `${filter.title} ${title}`,
        query: { [filter.name]: String(id) },
      }),
    );
  };
}

interface ListTarget {
  register: RegisterDescriptor;
  /** The meaning of the filter. */
  title: string;
  query: Record<string, string>;
}

function toListCommand(go: (to: string) => void, { register, title, query }: ListTarget): PaletteCommand {
  const to = register.path + queryString(query);
  return {
    key: `list-${to}`,
    group: 'List',
    title: `${register.title}: ${title}`,
    icon: register.icon,
    run: () => go(to),
  };
}
