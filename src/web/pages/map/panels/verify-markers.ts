import type { MapMarker } from '../../../../features/map/schemas.ts';
import { request } from '../../../api/client.ts';
import { toastError } from '../../../parts/toasts.tsx';
import { refreshMap } from '../map-queries.ts';
import { toastUndo } from '../undo-toast.ts';

/**
 * Marks the positions of markers as confirmed and offers an undo. A failure appears as a toast and does not
 * throw.
 */
export async function verifyMarkers(markers: MapMarker[]): Promise<void> {
  const assetids = markers.map((marker) => marker.assetid);
  try {
    const { auditid } = await request('POST', '/mappositions/verify', { body: { assetids } });
    const message =
      markers.length === 1 ? `${markers[0]!.assetnumber} verified.` : `${markers.length} positions verified.`;
    toastUndo(message, { auditid, otherwise: () => unverify(markers) });
  } catch (error) {
    toastError(error, 'The position was not verified');
  }
  await refreshMap();
}

/** Restores the previous review dates. */
async function unverify(markers: MapMarker[]): Promise<void> {
  for (const { assetid, mapverifiedat } of markers)
    await request('PUT', `/assets/${assetid}`, { body: { mapverifiedat } });
}
