import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { basePath } from './api/base-path.ts';
import type { WebPage } from './page.ts';
import { ErrorView } from './parts/error-view.tsx';
import { HelpTopic } from './parts/help-link.tsx';
import { RequirePermission } from './parts/require-permission.tsx';
import { PageSkeleton } from './parts/skeletons.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * Parses the query of a URL into plain strings, under the same names as the query of the API. The last value
 * of a repeated name wins.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams(search as Record<string, string>).toString();
  return text ? `?${text}` : '';
}

const rootRoute = createRootRoute({ component: Outlet });
const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });

function guardPage({ needs, help }: WebPage, Page: ComponentType): ComponentType {
  const content = <Page />;
  const guardedContent =
    needs === undefined ? content : <RequirePermission needs={needs}>{content}</RequirePermission>;
  return () => <HelpTopic.Provider value={help}>{guardedContent}</HelpTopic.Provider>;
}

function routeOf(page: WebPage) {
  return createRoute({
    getParentRoute: () => (page.bare ? rootRoute : shellRoute),
    path: page.path,
    component: lazyRouteComponent(async () => ({ default: guardPage(page, await page.load()) })),
  });
}

/**
 * Creates the router from the list of pages. Bare pages are siblings of the shell, which contains all other
 * pages.
 */
export function createAppRouter(pages: WebPage[]) {
  const bare = pages.filter((page) => page.bare).map(routeOf);
  const framed = pages.filter((page) => !page.bare).map(routeOf);
  return createRouter({
    routeTree: rootRoute.addChildren([shellRoute.addChildren(framed), ...bare]),
    basepath: basePath || '/',
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ error, reset }) => <ErrorView error={error} retry={reset} />,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
