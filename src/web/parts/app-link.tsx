import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { useCallback } from 'react';
import { basePath } from '../api/base-path.ts';

/**
 * Returns a function that navigates to a path without the mount point (`/computers/5?tab=history`). Adds an
 * entry to the browser history, or replaces the current one.
 */
export function useNavigateTo(): (path: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter();
  return useCallback(
    (path, options) => (options?.replace ? history.replace(basePath + path) : history.push(basePath + path)),
    [history],
  );
}

/** Properties of a link; `to` is a path without the mount point. */
export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Renders a link inside the app. It has a real URL for new tabs, and a plain click does not reload the page.
 */
export function AppLink({ to, onClick, ...rest }: AppLinkProps) {
  const go = useNavigateTo();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target === '_blank') return;
    event.preventDefault();
    go(to);
  };
  return <a {...rest} href={basePath + to} onClick={follow} />;
}
