import { NativeSelect } from '@mantine/core';
import type { CertificateView } from '../certificate/schemas.ts';

const CHOICES = [
  { value: '0', label: 'Immediately' },
  { value: '60', label: 'In 1 hour' },
  { value: '1440', label: 'In 1 day' },
  { value: '4320', label: 'In 3 days' },
  { value: '10080', label: 'In 7 days' },
];

/**
 * Returns the initial announcement time in minutes. It is one day when PCs pin the served key, because a
 * sudden change would cut them off; otherwise 0.
 */
export const chooseAnnounceMinutes = (view: CertificateView | undefined): string =>
  view?.served && view.agents.pinned > 0 ? '1440' : '0';

interface AnnounceSelectProps {
  value: string;
  /** Number of PCs that pin the current key; 0 if the new certificate has the same key. */
  pinned: number;
  error: string | undefined;
  onChange: (minutes: string) => void;
}

/** Lets the user choose when the new certificate is served. Until then, agents receive its pin. */
export function AnnounceSelect({ value, pinned, error, onChange }: AnnounceSelectProps) {
  const isSudden = value === '0' && pinned > 0;
  return (
    <NativeSelect
      label="Activate"
      description={
        isSudden
          ? `PCs that pin the current key would stop reporting: ${pinned}. Give them time to receive the new key.`
          : 'Until then, agents receive the new key at each check-in.'
      }
      data={CHOICES}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
