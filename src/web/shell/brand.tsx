import { useQuery } from '@tanstack/react-query';
import { brandingQuery } from '../api/queries.ts';
import { AppLink } from '../parts/app-link.tsx';

/** The mark: a mill wheel of eight blades. */
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

/** Product and plant name; leads home. */
export function Brand() {
  const site = useQuery(brandingQuery).data?.site_name;
  return (
    <AppLink to="/" className="mw-brand">
      <BrandMark />
      <span>
        <strong>Millwright</strong>
        {site && <small>{site}</small>}
      </span>
    </AppLink>
  );
}
