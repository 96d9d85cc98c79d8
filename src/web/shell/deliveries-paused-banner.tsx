import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { capabilitiesQuery, useSignedIn } from '../api/queries.ts';

const ResumeDeliveries = lazy(async () => ({
  default: (await import('./resume-deliveries.tsx')).ResumeDeliveries,
}));

/**
 * Shows admins a banner on every page with the menu, until an admin confirms that the restored appliance is
 * the active one.
 */
export function DeliveriesPausedBanner() {
  const isHeld = useQuery(capabilitiesQuery(useSignedIn())).data?.goon === true;
  return isHeld ? (
    <Suspense>
      <ResumeDeliveries />
    </Suspense>
  ) : null;
}
