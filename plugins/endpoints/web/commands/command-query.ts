import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { QueryValue } from '../../../../src/web/api/base-path.ts';
import { get, request } from '../../../../src/web/api/client.ts';
import type { command } from '../../commands/schemas.ts';
import { LIVE_MS } from '../words.ts';

export type Command = z.output<typeof command>;

/** A page of commands, the newest first; asked for more often while one of them is under way. */
export const commandsQuery = (query: Record<string, QueryValue>) =>
  queryOptions({
    queryKey: ['endpoints-commands', query],
    queryFn: () => request<Command[]>('GET', '/endpoints/commands', { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LIVE_MS / 4 : LIVE_MS),
  });

/** One command with its whole output. */
export const commandQuery = (commandid: number) =>
  queryOptions({
    queryKey: ['endpoints-commands', commandid],
    queryFn: () => get<Command>(`/endpoints/commands/${commandid}`),
  });

const isOpen = ({ state }: Command) => state === 'queued' || state === 'pending';
