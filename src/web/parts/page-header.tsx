import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';
import { HelpLink } from './help-link.tsx';
import { usePageTitle } from './page-title.ts';

export interface PageHeaderProps {
  title: string;
  icon?: ReactNode;
  /** Ancestors, outermost first. */
  crumbs?: { title: string; to: string }[];
  /** Content beside the title, such as a badge or a count. */
  aside?: ReactNode;
  actions?: ReactNode;
  subtitle?: ReactNode;
}

/** Shows the heading of a page, its only `<h1>`, and sets the title of the browser tab. */
export function PageHeader({ title, icon, crumbs = [], aside, actions, subtitle }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <header className="mw-page-header">
      <div className="mw-page-heading">
        {crumbs.length > 0 && (
          <nav aria-label="Breadcrumb" className="mw-crumbs">
            {crumbs.map((crumb) => (
              <AppLink key={crumb.to} to={crumb.to}>
                {crumb.title}
              </AppLink>
            ))}
          </nav>
        )}
        <div className="mw-page-title">
          {icon}
          <h1 tabIndex={-1}>{title}</h1>
          {aside}
          <HelpLink />
        </div>
        {subtitle && <div className="mw-muted">{subtitle}</div>}
      </div>
      {actions && <div className="mw-page-actions">{actions}</div>}
    </header>
  );
}
