import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiUrl } from '../api/base-path.ts';
import { brandingQuery } from '../api/queries.ts';
import { AppLink } from '../parts/app-link.tsx';

/** Shows the logo of the product, a mill wheel with eight blades. */
export function BrandMark({ size = 24 }: { size?: number }) {
  const blades = [0, 45, 90, 135, 180, 225, 270, 315];
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="mw-mark">
      <circle cx="12" cy="12" r="7.2" fill="none" stroke="currentColor" strokeWidth="2" />
      <circle cx="12" cy="12" r="2.2" fill="currentColor" />
      {blades.map((angle) => (
        <rect
          key={angle}
          x="11"
          y="0.6"
          width="2"
          height="5"
          rx="0.8"
          fill="currentColor"
          transform={`rotate(${angle} 12 12)`}
        />
      ))}
    </svg>
  );
}

/** Shows the plant's own logo, or that of the product. */
export function BrandLogo({ size = 24 }: { size?: number }) {
  const logo = useQuery(brandingQuery).data?.branding_logo_site;
  if (!logo) return <BrandMark size={size} />;
  return <img className="mw-logo" src={apiUrl(`/settings/branding/${logo}`)} alt="" height={size} />;
}

/** Shows the logo and the names of plant and product, with a link to the first page. */
export function Brand() {
  const site = useQuery(brandingQuery).data?.site_name;
  return (
    <AppLink to="/" className="mw-brand">
      <BrandLogo />
      <span>
        <strong title={site || undefined}>{site || 'Millwright'}</strong>
        {site && <small>Millwright</small>}
      </span>
    </AppLink>
  );
}

/** Sets the icon of the browser tab to that of the branding, or to that of the product. */
export function useFavicon(): void {
  const icon = useQuery(brandingQuery).data?.branding_logo_favicon;
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link) return;
    link.dataset.own ??= link.href;
    link.type = '';
    link.href = icon ? apiUrl(`/settings/branding/${icon}`) : link.dataset.own;
  }, [icon]);
}
