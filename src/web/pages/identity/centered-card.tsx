import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { brandingQuery } from '../../api/queries.ts';
import { usePageTitle } from '../../parts/page-title.ts';
import { BrandLogo } from '../../shell/brand.tsx';

/** Shows a card in the middle of an otherwise empty page. */
export function CenteredCard({
  title,
  wide,
  children,
}: {
  title: string;
  wide?: boolean;
  children: ReactNode;
}) {
  const site = useQuery(brandingQuery).data?.site_name;
  usePageTitle(title);
  return (
    <main className="mw-stage">
      <div className={wide ? 'mw-stage-card mw-stage-wide' : 'mw-stage-card'}>
        <div className="mw-stage-brand">
          <BrandLogo size={36} />
          <div>
            <h1>{title}</h1>
            <div className="mw-muted">{site ? `Millwright · ${site}` : 'Millwright'}</div>
          </div>
        </div>
        {children}
      </div>
    </main>
  );
}
