import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { QueryValue } from '../../../../src/web/api/base-path.ts';
import { get, request } from '../../../../src/web/api/client.ts';
import type { commandRecord } from '../../commands/schemas.ts';
import { LIVE_MS } from '../labels.ts';

export type PcCommand = z.output<typeof commandRecord>;

/**
 * Returns the query for one page of commands, the newest first. It refreshes more often while one of them is
 * not finished.
 */
export const commandsQuery = (query: Record<string, QueryValue>) =>
  queryOptions({
    queryKey: ['endpoints-commands', query],
    queryFn: () => request<PcCommand[]>('GET', '/endpoints/commands', { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LIVE_MS / 4 : LIVE_MS),
  });

/**
 * Returns the query for one command, even if no visible page contains it. It refreshes more often while the
 * command is not finished.
 */
export const commandQuery = (commandid: number) =>
  queryOptions({
    queryKey: ['endpoints-commands', commandid],
    queryFn: () => get<PcCommand>(`/endpoints/commands/${commandid}`),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? LIVE_MS / 4 : LIVE_MS),
  });

/** Returns the address of the page for a command. */
export const commandPath = (commandid: number): string => `/endpoints/commands?command=${commandid}`;

const isOpen = ({ state }: PcCommand) => state === 'queued' || state === 'pending';
