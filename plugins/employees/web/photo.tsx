import { useState } from 'react';
import { apiUrl } from '../../../src/web/api/base-path.ts';

interface PhotoProps {
  name: string;
  url: string | null;
  size: number;
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .filter((_letter, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase();

/**
 * Shows a round photo, or the initials without one. It has no text alternative, because the name is next to
 * it.
 */
export function Photo({ name, url, size }: PhotoProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const round = { width: size, height: size, borderRadius: '50%', flex: 'none' } as const;
  if (url && url !== broken) {
    const src = url.startsWith('/api/') ? apiUrl(url.slice('/api'.length)) : url;
    return (
      <img
        src={src}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        onError={() => setBroken(url)}
        style={{ ...round, objectFit: 'cover', display: 'block' }}
      />
    );
  }
  return (
    <span
      aria-hidden
      style={{
        ...round,
        display: 'inline-grid',
        placeItems: 'center',
        fontSize: size * 0.4,
        fontWeight: 600,
        background: 'var(--mantine-color-default-border)',
      }}
    >
      {initials(name)}
    </span>
  );
}
