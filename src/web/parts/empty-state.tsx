import { type ReactNode, useLayoutEffect, useState } from 'react';
import { usePageTitle } from './page-title.ts';

export interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Explains what an empty page or list is for and how to add something. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="mw-empty">
      <div className="mw-empty-icon">{icon}</div>
      <Title>{title}</Title>
      {children && <div className="mw-empty-text">{children}</div>}
      {actions && <div className="mw-empty-actions">{actions}</div>}
    </div>
  );
}

/** Shows the title as the heading of the page when there is no other, and sets the title of the window. */
function Title({ children }: { children: string }) {
  const [isOfPage, setOfPage] = useState(false);
  useLayoutEffect(() => setOfPage(document.querySelector('h1') === null), []);
  usePageTitle(isOfPage ? children : undefined);
  return isOfPage ? <h1>{children}</h1> : <h2>{children}</h2>;
}
