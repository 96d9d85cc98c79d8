import { useQueries, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { useMe } from '../api/queries.ts';
import {
  type FieldRenderer,
  type ListView,
  PluginParts,
  type PluginWeb,
  type SelectionAction,
  type WebTab,
} from '../plugin-parts.tsx';

/** Returns the tabs of plugins that this user may see. */
export function usePluginTabs(): WebTab[] {
  const me = useMe();
  return useContext(PluginParts)
    .flatMap((plugin) => plugin.tabs ?? [])
    .filter(
      ({ needs }) => !needs || (me && (needs === 'login' || me.isadmin || me.permissions.includes(needs))),
    );
}

/** Reports whether a part of a plugin belongs to this register, and the caller may use its extension. */
export const isPartOf = (
  { name, extensions = [] }: RegisterDescriptor,
  part: { register: string; extension?: string },
): boolean => part.register === name && (part.extension === undefined || extensions.includes(part.extension));

/** Returns the views of a list that plugins bring. */
export const useListViews = (register: RegisterDescriptor): ListView[] =>
  useContext(PluginParts)
    .flatMap(({ listViews = [] }) => listViews)
    .filter((view) => isPartOf(register, view));

/** Returns the actions on selected rows that this user may run. */
export function useSelectionActions(register: RegisterDescriptor): SelectionAction[] {
  const me = useMe();
  const mayUse = ({ needsOneOf }: SelectionAction) =>
    me !== undefined && (me.isadmin || needsOneOf.some((name) => me.permissions.includes(name)));
  return useContext(PluginParts)
    .flatMap(({ selectionActions = [] }) => selectionActions)
    .filter((action) => isPartOf(register, action) && mayUse(action));
}

/**
 * Returns the renderer of a plugin for fields with this `drawn` name: undefined until it is loaded, null
 * without one.
 */
export function useFieldRenderer(name: string): FieldRenderer | null | undefined {
  return useQuery(drawnField(useContext(PluginParts), name)).data;
}

/** Loads the renderers of plugins for these fields. Returns true once all are loaded or none is needed. */
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
