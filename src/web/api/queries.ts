import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { NavigationNode, RegisterDescriptor } from '../../resource/descriptor.ts';
import { get } from './client.ts';
import { hasSession, subscribeSession } from './session.ts';
import type { Capabilities, Me, RegisterRecord, Setting } from './types.ts';

const LONG = 5 * 60_000;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => get<Me>('/auth/me'),
  staleTime: LONG,
});

export const needsAdminQuery = queryOptions({
  queryKey: ['needs-admin'],
  queryFn: () => get<{ needsadmin: boolean }>('/setup/needs-admin'),
  staleTime: Number.POSITIVE_INFINITY,
});

export const registersQuery = queryOptions({
  queryKey: ['registers'],
  queryFn: () => get<RegisterDescriptor[]>('/registers'),
  staleTime: LONG,
});

export const navigationQuery = queryOptions({
  queryKey: ['navigation'],
  queryFn: () => get<NavigationNode[]>('/dashboard/navigation'),
  staleTime: LONG,
});

export const capabilitiesQuery = queryOptions({
  queryKey: ['capabilities'],
  queryFn: () => get<Capabilities>('/capabilities'),
  staleTime: LONG,
});

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: () => get<Setting[]>('/settings'),
  select: (rows) => Object.fromEntries(rows.map((row) => [row.key, row.value])) as Record<string, string>,
  staleTime: LONG,
});

/** One record; `path` is the register's path below `/api`. */
export function recordQuery(path: string, id: string | number) {
  return queryOptions({
    queryKey: ['record', path, String(id)],
    queryFn: ({ signal }) => get<RegisterRecord>(`${path}/${id}`, undefined, signal),
  });
}

export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribeSession, hasSession);
}

/** The person signed in, undefined while loading and for an anonymous caller. */
export function useMe(): Me | undefined {
  const signedin = useSignedIn();
  return useQuery({ ...meQuery, enabled: signedin }).data;
}

/** The registers that this caller may see; empty while loading. */
export function useRegisters(): RegisterDescriptor[] {
  return useQuery(registersQuery).data ?? NONE;
}

const NONE: RegisterDescriptor[] = [];
