import { Burger, Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { meQuery, needsAdminQuery, useSignedIn } from '../api/queries.ts';
import { useGo } from '../parts/app-link.tsx';
import { ErrorView } from '../parts/error-view.tsx';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { BREAK } from '../theme.ts';
import { Brand } from './brand.tsx';
import { GlobalSearch } from './global-search.tsx';
import { Navigation } from './navigation.tsx';
import { Overlays } from './overlays.tsx';
import { UserMenu } from './user-menu.tsx';

const ChangePassword = lazy(async () => ({
  default: (await import('../pages/identity/change-password-page.tsx')).ChangePasswordPage,
}));

/** What stands before every framed page: first-run setup, then a forced password change, then the frame. */
export function Shell() {
  const go = useGo();
  const signedin = useSignedIn();
  const setup = useQuery({ ...needsAdminQuery, enabled: !signedin });
  const me = useQuery({ ...meQuery, enabled: signedin });
  const { pathname } = useLocation();
  const elsewhere =
    !signedin && setup.data ? (setup.data.needsadmin ? '/setup' : pathname === '/' ? '/login' : null) : null;
  useEffect(() => {
    if (elsewhere) go(elsewhere, { replace: true });
  }, [elsewhere, go]);

  if (elsewhere || (signedin ? me.isPending : setup.isPending)) return <PageSkeleton />;
  const failure = signedin ? me.error : setup.error;
  if (failure) return <ErrorView error={failure} retry={() => (signedin ? me.refetch() : setup.refetch())} />;
  if (me.data?.mustchangepassword) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <ChangePassword forced />
      </Suspense>
    );
  }
  return <Frame />;
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
      <button
        type="button"
        className="mw-plain mw-skip"
        onClick={() => document.getElementById('main')?.focus()}
      >
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
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      <Overlays />
    </div>
  );
}
