import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { relationshipLabel } from '../../../../src/features/catalog/relationship-label.ts';
import type { AssetRelationship } from '../../../../src/features/catalog/relationships.ts';
import { recordQuery, useMe } from '../../../../src/web/api/queries.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { typeDataOf } from '../../../../src/web/register/resolve.ts';
import { hasProfilePermission } from '../labels.ts';
import { FactList } from './facts.tsx';
import { Neighbors } from './neighbors.tsx';
import { relationshipsQuery } from './pc-queries.ts';

/** Shows the computer record of an agent's PC, with its relationships to active assets. */
export function BehindCard({ assetid }: { assetid: number }) {
  const me = useMe();
  const { data: asset } = useQuery(recordQuery('/assets', assetid));
  const { data: relationships = [] } = useQuery(relationshipsQuery(assetid));
  if (!asset) return null;
  const { computerid, loggedinuser, ipaddress, lastreporteddate } = typeDataOf(asset);
  const number = String(asset.assetnumber);
  const page = computerid ? `/computers/${computerid}` : `/assets/${assetid}`;
  const { Controls: machines = [], ...others } = byWord(relationships.filter(({ peer }) => peer.isactive));
  const all = `${page}?tab=relationships`;
  return (
    <FactList
      title="Connections"
      facts={[
        [
          'Computer',
          <AppLink key="computer" to={page}>
            {number}
          </AppLink>,
        ],
        ['Name', asset.name === null ? null : String(asset.name ?? '')],
        ['Serial number', String(asset.serialnumber ?? '')],
        ['Model', [asset.vendor, asset.modelnumber].filter(Boolean).join(' ')],
        ['Logged-in user', String(loggedinuser ?? '')],
        ['IP address', String(ipaddress ?? '')],
        [
          'Inventory',
          typeof lastreporteddate === 'string' && <RelativeTime key="inventory" at={lastreporteddate} />,
        ],
        ['Location', String(asset.location ?? '')],
        ['Business unit', String(asset.businessunit ?? '')],
        [
          'Controls',
          machines.length > 0 ? (
            <Neighbors key="machines" relationships={machines} all={all} />
          ) : hasProfilePermission(me, 'assets.edit') ? (
            <AppLink key="relationship" to={all}>
              No machine yet: connect one
            </AppLink>
          ) : (
            'No machine'
          ),
        ],
        ...Object.entries(others).map(([word, its]): [string, ReactNode] => [
          word,
          <Neighbors key={word} relationships={its} all={all} />,
        ]),
      ]}
    />
  );
}

/** Groups relationships by their wording, those of the PC itself first. */
function byWord(relationships: readonly AssetRelationship[]): Record<string, AssetRelationship[]> {
  const groups: Record<string, AssetRelationship[]> = {};
  const isOwn = ({ inheritedvia }: AssetRelationship) => inheritedvia === undefined;
  for (const relationship of [
    ...relationships.filter(isOwn),
    ...relationships.filter((relationship) => !isOwn(relationship)),
  ]) {
    const word = relationshipLabel(relationship);
    groups[word] = [...(groups[word] ?? []), relationship];
  }
  return groups;
}
