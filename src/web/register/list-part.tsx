import { lazy, Suspense, useContext, useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { PluginParts } from '../plugin-parts.tsx';
import { isPartOf } from './plugin-hooks.ts';

interface ListPartOfProps {
  register: RegisterDescriptor;
  at: 'listActions' | 'listHeads';
}

/**
 * Shows the part that a plugin adds beside the title of a list or above its rows. If several plugins add one,
 * shows only the first.
 */
export function PluginListPart({ register, at }: ListPartOfProps) {
  const part = useContext(PluginParts)
    .flatMap((plugin) => plugin[at] ?? [])
    .find((one) => isPartOf(register, one));
  const [Part] = useState(() => part && lazy(async () => ({ default: await part.load() })));
  return (
    Part && (
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    )
  );
}
