import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { useMe } from '../api/queries.ts';
import { type DrawnField, PluginParts, type WebTab } from '../plugin-parts.tsx';

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
export function useDrawnField(name: string): DrawnField | null | undefined {
  const plugins = useContext(PluginParts);
  const { data } = useQuery({
    queryKey: ['drawn-fields'],
    queryFn: async () =>
      Object.assign({}, ...(await Promise.all(plugins.map(({ fields }) => fields?.())))) as Record<
        string,
        DrawnField
      >,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data && (data[name] ?? null);
}
