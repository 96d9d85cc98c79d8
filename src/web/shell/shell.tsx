import { Burger, Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { basePath } from '../api/base-path.ts';
import { capabilitiesQuery, meQuery, needsAdminQuery, useSignedIn } from '../api/queries.ts';
import { ImportRunProvider } from '../pages/imports/import-run.tsx';
import { useNavigateTo } from '../parts/app-link.tsx';
import { ErrorView } from '../parts/error-view.tsx';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { BREAK } from '../theme.ts';
import { Brand } from './brand.tsx';
import { DeliveriesPausedBanner } from './deliveries-paused-banner.tsx';
import { GlobalSearch } from './global-search.tsx';
import { ImportIndicator } from './import-indicator.tsx';
import { Navigation } from './navigation.tsx';
import { Overlays } from './overlays.tsx';
import { PageTabs } from './page-tabs.tsx';
import { UserMenu } from './user-menu.tsx';

const ChangePassword = lazy(async () => ({
  default: (await import('../pages/identity/change-password-page.tsx')).ChangePasswordPage,
}));

/**
 * Renders every framed page. The setup, the sign-in of callers without anonymous access, and a required
 * password change come first.
 */
export function Shell() {
  const go = useNavigateTo();
  const signedin = useSignedIn();
  const setup = useQuery({ ...needsAdminQuery, enabled: !signedin });
  const me = useQuery({ ...meQuery, enabled: signedin });
  const caller = useQuery({ ...capabilitiesQuery(false), enabled: !signedin });
  const { pathname, searchStr } = useLocation();
  const redirect = signedin ? null : findRedirect(setup.data, caller.data, `${pathname}${searchStr}`);
  useEffect(() => {
    // This frame stays for a moment while the target page is loading.
    if (redirect && !PATHS_WITHOUT_MENU.has(pathname)) go(redirect, { replace: true });
  }, [redirect, go, pathname]);

  if (redirect || (signedin ? me.isPending : setup.isPending || caller.isPending)) return <PageSkeleton />;
  const failure = signedin ? me.error : setup.error;
  if (failure) return <ErrorView error={failure} retry={() => (signedin ? me.refetch() : setup.refetch())} />;
  if (me.data?.mustchangepassword) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <ChangePassword forced />
      </Suspense>
    );
  }
  return (
    <ImportRunProvider>
      <Frame />
    </ImportRunProvider>
  );
}

const PATHS_WITHOUT_MENU = new Set(['/login', '/setup']);

/**
 * Returns the path to which an anonymous caller is redirected: the setup, or the sign-in, which leads back
 * afterwards. Returns null for a caller who may stay, and while that is unknown. The dashboard requires a
 * sign-in.
 */
function findRedirect(
  setup: { needsadmin: boolean } | undefined,
  caller: Record<string, boolean> | undefined,
  address: string,
): string | null {
  // Waits for the state of the setup, so that the caller is not redirected to the sign-in and then away from
  // it.
  if (!setup) return null;
  if (setup.needsadmin) return `/setup${location.search}`;
  if (/^\/(\?|$)/.test(address)) return '/login';
  return caller?.read === false ? `/login?next=${encodeURIComponent(basePath + address)}` : null;
}

/** Moves the focus to the first row of a list, or to the start of any other page. */
function focusContent(): void {
  const row = document.querySelector<HTMLElement>('#main tr[tabindex="0"]');
  (row ?? document.getElementById('main'))?.focus();
}

function Frame() {
  const [opened, drawer] = useDisclosure(false);
  const { pathname } = useLocation();
  const narrow = useMediaQuery(`(max-width: ${BREAK.tablet - 1}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes
  useEffect(() => drawer.close(), [pathname]);
  return (
    <div className="mw-frame">
      <button type="button" className="mw-plain mw-skip" onClick={focusContent}>
        Skip to content
      </button>
      {!narrow && (
        <nav className="mw-navbar" aria-label="Main">
          <Brand />
          <Navigation />
        </nav>
      )}
      <section className="mw-topbar" aria-label="Top bar">
        {narrow && <Burger opened={opened} onClick={drawer.toggle} size="sm" aria-label="Navigation" />}
        <GlobalSearch />
        <ImportIndicator />
        <UserMenu />
      </section>
      {narrow && (
        <Drawer
          opened={opened}
          onClose={drawer.close}
          size={272}
          title={<Brand />}
          classNames={{ body: 'mw-drawer-body' }}
          closeButtonProps={{ 'aria-label': 'Close navigation' }}
        >
          <nav aria-label="Main">
            <Navigation />
          </nav>
        </Drawer>
      )}
      <main id="main" className="mw-main" tabIndex={-1}>
        <DeliveriesPausedBanner />
        <PageTabs />
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      <Overlays />
    </div>
  );
}
