import { lazy, Suspense, useContext, useState } from 'react';
import { PluginParts } from '../plugin-parts.tsx';

/** What plugins bring to the head of a list. */
export function ListActionsOf({ register }: { register: string }) {
  const actions = useContext(PluginParts)
    .flatMap(({ listActions = [] }) => listActions)
    .find((one) => one.register === register);
  const [Part] = useState(() => actions && lazy(async () => ({ default: await actions.load() })));
  return (
    Part && (
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    )
  );
}
