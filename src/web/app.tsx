import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { brandingQuery } from './api/queries.ts';
import { queryClient } from './api/query-client.ts';
import { applyFormats } from './parts/date-format.ts';
import { PluginParts, type PluginWeb } from './plugin-parts.tsx';
import type { AppRouter } from './router.tsx';
import { useFavicon } from './shell/brand.tsx';
import { readStyleNonce } from './style-nonce.ts';
import { buildTheme } from './theme.ts';

/** Toasts and the leave dialog. Loaded after the first page, because there is nothing to report before. */
const LateParts = lazy(async () => ({ default: (await import('./parts/late-parts.tsx')).LateParts }));

/** Renders the whole app: providers around the router. */
export function App({ router, parts }: { router: AppRouter; parts: readonly PluginWeb[] }) {
  return (
    <QueryClientProvider client={queryClient}>
      <PluginParts.Provider value={parts}>
        <Themed router={router} />
      </PluginParts.Provider>
    </QueryClientProvider>
  );
}

function Themed({ router }: { router: AppRouter }) {
  const branding = useQuery(brandingQuery).data;
  const accent = branding?.branding_accent;
  useFavicon();
  useEffect(() => applyFormats(branding ?? {}), [branding]);
  useKeptFocus();
  const theme = useMemo(() => buildTheme(accent), [accent]);
  return (
    <MantineProvider theme={theme} getStyleNonce={readStyleNonce} defaultColorScheme="auto">
      <Suspense fallback={null}>
        <LateParts />
      </Suspense>
      <RouterProvider router={router} />
    </MantineProvider>
  );
}

/**
 * Restores a lost focus. The code for it is loaded after the first page, because nothing has the focus
 * before.
 */
function useKeptFocus(): void {
  useEffect(() => {
    let isGone = false;
    let end = () => {};
    void import('./shell/restore-lost-focus.ts').then(({ restoreLostFocus }) => {
      if (!isGone) end = restoreLostFocus();
    });
    return () => {
      isGone = true;
      end();
    };
  }, []);
}
