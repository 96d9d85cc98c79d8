import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../api/client.ts';
import { CopyText } from './copy-text.tsx';
import { ErrorView } from './error-view.tsx';

/** The addresses of this appliance for other machines, the stored one, and the fingerprint of its certificate. */
export interface OwnAddressFacts {
  addresses: string[];
  siteurl: string | null;
  sha256: string | null;
}

export const ownAddressesQuery = queryOptions({
  queryKey: ['own-addresses'],
  queryFn: () => get<OwnAddressFacts>('/setup/addresses'),
});

/**
 * Shows the addresses of this appliance for other machines, and the fingerprint by which they recognize it.
 * The site URL from the settings replaces the detected addresses. Only admins may read them.
 */
export function OwnAddresses() {
  const { data, error, refetch } = useQuery(ownAddressesQuery);
  if (error) return <ErrorView error={error} retry={refetch} />;
  if (!data) return <p className="mw-muted">…</p>;
  const addresses = data.siteurl ? [data.siteurl] : data.addresses;
  return (
    <div className="mw-stack" style={{ gap: 8 }}>
      {addresses.length > 0 ? (
        <p>
          Other devices reach this appliance at{' '}
          {addresses.length > 1 ? 'any of these addresses' : 'this address'}:
        </p>
      ) : (
        <p>
          This appliance listens only on localhost, so other devices cannot reach it. To allow access from the
          network, start it with <code className="mw-unbroken">--host 0.0.0.0</code> or set{' '}
          <code className="mw-unbroken">MILLWRIGHT_HOST=0.0.0.0</code> for its service.
        </p>
      )}
      {addresses.map((address) => (
        <div key={address} className="mw-secret">
          <code>{address}</code>
          <CopyText text={address} what={address} />
        </div>
      ))}
      {data.sha256 && (
        <>
          <p>
            Browsers show a warning until the certificate is installed. Check that the certificate has this
            SHA-256 fingerprint:
          </p>
          <div className="mw-secret">
            <code>{data.sha256}</code>
            <CopyText text={data.sha256} what="the fingerprint" />
          </div>
        </>
      )}
    </div>
  );
}
