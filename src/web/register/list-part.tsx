import { lazy, Suspense, useContext, useState } from 'react';
import { PluginParts } from '../plugin-parts.tsx';

interface ListPartOfProps {
  register: string;
  at: 'listActions' | 'listHeads';
}

/**
 * Shows the part that a plugin adds beside the title of a list or above its rows. If several plugins add one,
 * shows only the first.
 */
export function PluginListPart({ register, at }: ListPartOfProps) {
  const part = useContext(PluginParts)
    .flatMap((plugin) => plugin[at] ?? [])
    .find((one) => one.register === register);
  const [Part] = useState(() => part && lazy(async () => ({ default: await part.load() })));
  return (
    Part && (
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    )
  );
}
