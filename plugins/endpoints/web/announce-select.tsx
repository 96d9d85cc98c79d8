import { NativeSelect } from '@mantine/core';
import type { CertificateView } from '../certificate/schemas.ts';

const CHOICES = [
  { value: '0', label: 'At once' },
  { value: '60', label: 'In an hour' },
  { value: '1440', label: 'In a day' },
  { value: '4320', label: 'In three days' },
  { value: '10080', label: 'In seven days' },
];

/**
 * Returns the first choice of announcement time. It is one day when PCs pin the served key, because a sudden
 * change would cut them off.
 */
export const chooseAnnounceMinutes = (view: CertificateView | undefined): string =>
  view?.served && view.agents.pinned > 0 ? '1440' : '0';

interface AnnounceSelectProps {
  value: string;
  /** Number of PCs that pin a key other than that of the new certificate. */
  pinned: number;
  error: string | undefined;
  onChange: (minutes: string) => void;
}

/** Lets the user choose when the new certificate is served. Until then, agents receive its pin. */
export function AnnounceSelect({ value, pinned, error, onChange }: AnnounceSelectProps) {
  const isSudden = value === '0' && pinned > 0;
  return (
    <NativeSelect
      label="Serve it"
      description={
        isSudden
          ? `PCs that pin the key of the old one stop reporting: there are ${pinned}. Give them time to hear of the new one.`
          : 'Until then agents are told its key with each check-in, so that none is left behind.'
      }
      data={CHOICES}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
