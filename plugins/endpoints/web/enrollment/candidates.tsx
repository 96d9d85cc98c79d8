import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import type { EnrollmentView } from './inbox-query.ts';

/** Lists the agents that claim to be one PC, with their fingerprints, addresses and times. */
export function Candidates({ candidates }: Pick<EnrollmentView, 'candidates'>) {
  return (
    <table className="mw-compared mw-askers mw-stackable" aria-label="Requesting agents">
      <thead>
        <tr>
          <th scope="col">Fingerprint</th>
          <th scope="col">From</th>
          <th scope="col">Shared key</th>
          <th scope="col">First request</th>
          <th scope="col">Last request</th>
        </tr>
      </thead>
      <tbody>
        {candidates.map(({ noncefingerprint, address, showedkey, firstseen, lastseen }) => (
          <tr key={noncefingerprint}>
            <td className="mw-mono" data-label="Fingerprint">
              {noncefingerprint}
            </td>
            <td data-label="From">{address ?? '–'}</td>
            <td data-label="Shared key">{showedkey ? 'Sent' : 'Not sent'}</td>
            <td data-label="First request">
              <RelativeTime at={firstseen} />
            </td>
            <td data-label="Last request">
              <RelativeTime at={lastseen} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
