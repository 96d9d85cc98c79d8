import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { useCallback } from 'react';
import { basePath } from '../api/base-path.ts';

/** Goes to a path below the mount point, as the server and the router spell it (`/computers/5?tab=history`). */
export function useNavigateTo(): (path: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter();
  return useCallback(
    (path, options) => (options?.replace ? history.replace(basePath + path) : history.push(basePath + path)),
    [history],
  );
}

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link inside the app: a real address for a new tab, no reload for a plain click. */
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
