import { useQueries, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import { useMe } from '../api/queries.ts';
import { type FieldRenderer, PluginParts, type PluginWeb, type WebTab } from '../plugin-parts.tsx';

/** The tabs of plugins that this person is shown. */
export function usePluginTabs(): WebTab[] {
  const me = useMe();
  return useContext(PluginParts)
    .flatMap((plugin) => plugin.tabs ?? [])
    .filter(
      ({ needs }) => !needs || (me && (needs === 'login' || me.isadmin || me.permissions.includes(needs))),
    );
}

/** What a plugin draws fields of this name with: undefined while that is loaded, null when nobody brings it. */
export function useFieldRenderer(name: string): FieldRenderer | null | undefined {
  return useQuery(drawnField(useContext(PluginParts), name)).data;
}

/** Whether what plugins draw these fields with is all here. */
export function useAreRenderersLoaded(fields: readonly FieldDescriptor[]): boolean {
  const plugins = useContext(PluginParts);
  const names = [...new Set(fields.flatMap(({ drawn }) => drawn ?? []))];
  return useQueries({ queries: names.map((name) => drawnField(plugins, name)) }).every(
    ({ data }) => data !== undefined,
  );
}

const drawnField = (plugins: readonly PluginWeb[], name: string) => ({
  queryKey: ['drawn-field', name],
  queryFn: async (): Promise<FieldRenderer | null> => {
    const brought = plugins.find(({ fields = {} }) => Object.hasOwn(fields, name));
    return (await brought?.fields?.[name]?.()) ?? null;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
