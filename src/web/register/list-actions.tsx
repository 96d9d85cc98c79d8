import { type ComponentType, lazy, Suspense, useContext } from 'react';
import { type ListActions, PluginParts } from '../plugin-parts.tsx';

const loaded = new Map<ListActions, ComponentType>();

/** One for each list, however often that is drawn. */
function partOf(actions: ListActions): ComponentType {
  const known = loaded.get(actions) ?? lazy(async () => ({ default: await actions.load() }));
  loaded.set(actions, known);
  return known;
}

/** What plugins bring to the head of a list. */
export function ListActionsOf({ register }: { register: string }) {
  const actions = useContext(PluginParts)
    .flatMap(({ listActions = [] }) => listActions)
    .find((one) => one.register === register);
  if (!actions) return null;
  const Part = partOf(actions);
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  );
}
