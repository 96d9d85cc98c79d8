import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { PermissionList, Profile } from '../../features/identity/schemas.ts';
import type { SiteSetting } from '../../features/platform/routes.ts';
import type { RestoreStatus } from '../../kit/backup/backup-store.ts';
import type { NavigationNode, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { get } from './client.ts';
import { hasSession, subscribeSession } from './session.ts';
import type { RegisterRecord } from './types.ts';

const LONG = 5 * 60_000;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => get<Profile>('/auth/me'),
  staleTime: LONG,
});

/** Whether the first admin is missing, and how a restore goes that makes up for it. */
export interface SetupStatus {
  needsadmin: boolean;
  needscode: boolean;
  restoring: RestoreStatus | null;
}

export const needsAdminQuery = queryOptions({
  queryKey: ['needs-admin'],
  queryFn: () => get<SetupStatus>('/setup/needs-admin'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** All permissions by feature, and the scopes of service tokens. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: () => get<PermissionList>('/users/permissions'),
});

/** What this caller can do, as the server says; whose session ends can do something else. */
export const capabilitiesQuery = (signedin: boolean) =>
  queryOptions({
    queryKey: ['capabilities', signedin],
    queryFn: () => get<Record<string, boolean>>('/capabilities'),
    staleTime: LONG,
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

/** The settings as far as this caller may read them. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => get<SiteSetting[]>('/settings'),
});

/** What a setting holds now, as far as this caller may read it; undefined while it is asked. */
export const useSetting = (key: string): string | undefined =>
  useQuery({
    ...settingsQuery,
    select: (settings) => String(settings.find((one) => one.key === key)?.value ?? ''),
  }).data;

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: () => get<SiteSetting[]>('/settings'),
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
export function useMe(): Profile | undefined {
  const signedin = useSignedIn();
  return useQuery({ ...meQuery, enabled: signedin }).data;
}

/** The registers that this caller may see; empty while loading. */
export function useRegisters(): RegisterDescriptor[] {
  return useQuery(registersQuery).data ?? NONE;
}

const NONE: RegisterDescriptor[] = [];
