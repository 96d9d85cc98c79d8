import { useQuery } from '@tanstack/react-query';
import { recordQuery } from '../../../../src/web/api/queries.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { typeData } from '../../../../src/web/register/resolve.ts';
import { Facts } from './facts.tsx';
import { tiesQuery } from './pc-queries.ts';

/** The computer of the register that the agent runs on, and the machines that it controls. */
export function BehindCard({ assetid }: { assetid: number }) {
  const { data: asset } = useQuery(recordQuery('/assets', assetid));
  const { data: ties = [] } = useQuery(tiesQuery(assetid));
  if (!asset) return null;
  const { computerid } = typeData(asset);
  const machines = ties.filter(
    ({ relationshiptype, direction, peer }) =>
      relationshiptype === 'controls' && direction === 'out' && peer.isactive,
  );
  const number = String(asset.assetnumber);
  return (
    <Facts
      title="Behind it"
      facts={[
        [
          'Computer',
          <AppLink key="computer" to={computerid ? `/computers/${computerid}` : `/assets/${assetid}`}>
            {number}
          </AppLink>,
        ],
        ['Name', asset.name === null ? null : String(asset.name ?? '')],
        ['Serial number', String(asset.serialnumber ?? '')],
        ['Location', String(asset.location ?? '')],
        ['Business unit', String(asset.businessunit ?? '')],
        [
          'Controls',
          machines.length > 0 ? (
            <ul key="machines">
              {machines.map(({ peer }) => (
                <li key={peer.assetid}>
                  <AppLink to={`/assets/${peer.assetid}`}>{peer.assetnumber}</AppLink>{' '}
                  <span className="mw-muted">{peer.name}</span>
                </li>
              ))}
            </ul>
          ) : (
            'No machine'
          ),
        ],
      ]}
    />
  );
}
