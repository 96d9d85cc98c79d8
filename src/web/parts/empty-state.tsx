import { type ReactNode, useLayoutEffect, useState } from 'react';
import { usePageTitle } from './page-title.ts';

export interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** What a place is for and how something gets into it. */
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

/** Where it stands in the place of the whole page, no other heading names that. */
function Title({ children }: { children: string }) {
  const [isOfPage, setOfPage] = useState(false);
  useLayoutEffect(() => setOfPage(document.querySelector('h1') === null), []);
  usePageTitle(isOfPage ? children : undefined);
  return isOfPage ? <h1>{children}</h1> : <h2>{children}</h2>;
}
