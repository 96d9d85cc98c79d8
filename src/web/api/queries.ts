import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { DashboardSummary } from '../../features/dashboard/index.ts';
import type { PermissionList, Profile } from '../../features/identity/schemas.ts';
import type { SiteSetting } from '../../features/platform/routes.ts';
import type { ReportSummary } from '../../features/reports/index.ts';
import type { RestoreStatus } from '../../kit/backup/backup-store.ts';
import type { NavigationNode, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { get } from './client.ts';
import { hasSession, subscribeSession } from './session.ts';
import type { RegisterRecord } from './types.ts';

const STALE_MS = 5 * 60_000;

/** Query for the profile of the signed-in user. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => get<Profile>('/auth/me'),
  staleTime: STALE_MS,
});

/**
 * The state of the setup: whether it needs a first admin and a setup code, and a restore that would provide
 * an admin.
 */
export interface SetupStatus {
  needsadmin: boolean;
  needscode: boolean;
  restoring: RestoreStatus | null;
}

/** Query for the state of the setup. It is read once, until it is invalidated. */
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

/**
 * Returns the query for the capabilities of the caller. They differ after the session ends, so the key
 * contains the sign-in state.
 */
export const capabilitiesQuery = (signedin: boolean) =>
  queryOptions({
    queryKey: ['capabilities', signedin],
    queryFn: () => get<Record<string, boolean>>('/capabilities'),
    staleTime: STALE_MS,
  });

/** Query for the registers that the caller may open. */
export const registersQuery = queryOptions({
  queryKey: ['registers'],
  queryFn: () => get<RegisterDescriptor[]>('/registers'),
  staleTime: STALE_MS,
});

/** Query for the navigation tree of the caller. */
export const navigationQuery = queryOptions({
  queryKey: ['navigation'],
  queryFn: () => get<NavigationNode[]>('/dashboard/navigation'),
  staleTime: STALE_MS,
});

/** The settings that this caller may read. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => get<SiteSetting[]>('/settings'),
});

/**
 * Returns the value of a setting as text. It is empty when it is unset or the caller may not read it, and
 * undefined before the settings are loaded.
 */
export const useSetting = (key: string): string | undefined =>
  useQuery({
    ...settingsQuery,
    select: (settings) => String(settings.find((one) => one.key === key)?.value ?? ''),
  }).data;

/** The values of the settings that this caller may read, by key. They are fresh for five minutes. */
export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: () => get<SiteSetting[]>('/settings'),
  select: (rows) => Object.fromEntries(rows.map((row) => [row.key, row.value])) as Record<string, string>,
  staleTime: STALE_MS,
});

/** Query for the counts of the dashboard. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => get<DashboardSummary>('/dashboard/summary'),
});

/** Query for the reports that the user may open. */
export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: () => get<ReportSummary[]>('/reports'),
});

/** Returns the query for one record; `path` is that of the register below `/api`. */
export function recordQuery(path: string, id: string | number) {
  return queryOptions({
    queryKey: ['record', path, String(id)],
    queryFn: ({ signal }) => get<RegisterRecord>(`${path}/${id}`, undefined, signal),
  });
}

/** Reports whether this browser has a session. The server may already have ended it. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribeSession, hasSession);
}

/** Returns the signed-in user; undefined for an anonymous caller, and while the profile is not loaded. */
export function useMe(): Profile | undefined {
  const signedin = useSignedIn();
  const { data } = useQuery({ ...meQuery, enabled: signedin });
  return signedin ? data : undefined;
}

/** Returns the registers that this caller may see; empty until they are loaded. */
export function useRegisters(): RegisterDescriptor[] {
  return useQuery(registersQuery).data ?? NONE;
}

const NONE: RegisterDescriptor[] = [];
