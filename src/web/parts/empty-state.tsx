import type { ReactNode } from 'react';

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
      <h2>{title}</h2>
      {children && <div className="mw-empty-text">{children}</div>}
      {actions && <div className="mw-empty-actions">{actions}</div>}
    </div>
  );
}
