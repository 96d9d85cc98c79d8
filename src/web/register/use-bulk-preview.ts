import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { queryClient } from '../api/query-client.ts';
import type { BulkChanges } from './bulk-fields.ts';
import { type BulkAnswer, type BulkTarget, changeAssets, resolveTarget } from './bulk-scope.ts';
import { toFieldErrors } from './field-error-paths.ts';

/** Milliseconds without input before a preview is requested. */
const PAUSE_MS = 250;
/** First part of the query keys of previews. */
export const PREVIEW_KEY = 'bulk-preview';

/** Previews a bulk edit while the user enters its values, and applies it to the same assets. */
export function useBulkPreview(register: RegisterDescriptor, target: BulkTarget, changes: BulkChanges) {
  const assets = useRef<ReturnType<typeof resolveTarget>>(undefined);
  const change = async (isDryRun: boolean) => {
    assets.current ??= resolveTarget(target).catch((error) => {
      assets.current = undefined;
      throw error;
    });
    const own = { register: register.assettype && register.name, dryrun: isDryRun };
    return changeAssets({ ...(await assets.current), ...own, ...changes }).catch((error) => {
      throw toFieldErrors(error, 'changes', 'append');
    });
  };
  const text = JSON.stringify(changes);
  const [paused] = useDebouncedValue(text, PAUSE_MS);
  const isEmpty = Object.keys({ ...changes.changes, ...changes.append }).length === 0;
  const isCurrent = paused === text && !isEmpty;
  const queryKey = [PREVIEW_KEY, register.name, target, text];
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (await change(true)).data,
    enabled: isCurrent,
    retry: false,
    // The assets may change while the dialog is closed.
    gcTime: 0,
  });
  return {
    /** True without any value to set. */
    isEmpty,
    isLoading: !isEmpty && !data && !(isCurrent && error),
    /** The changes by field; undefined until they are loaded. */
    fields: isEmpty ? undefined : data?.fields,
    error: isCurrent ? error : null,
    /** Sends the edit, or tries it in a dry run. */
    change,
    /** Shows the result of a dry run. */
    set: (answer: BulkAnswer) => void queryClient.setQueryData(queryKey, answer),
  };
}
