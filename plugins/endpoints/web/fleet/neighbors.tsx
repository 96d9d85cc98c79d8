import type { AssetRelationship } from '../../../../src/features/catalog/relationships.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { RegisterIcon } from '../../../../src/web/parts/register-icon.tsx';

const MAX_ROWS = 8;

interface NeighborsProps {
  relationships: readonly AssetRelationship[];
  /** Address of the page with all relationships. */
  all: string;
}

/**
 * Lists the first eight assets that have one kind of relationship with a PC, each with a link. The others are
 * a count that links to all.
 */
export function Neighbors({ relationships, all }: NeighborsProps) {
  const more = relationships.length - MAX_ROWS;
  return (
    <ul>
      {relationships.slice(0, MAX_ROWS).map(({ relationshipid, peer, inheritedvia }) => (
        <li key={`${relationshipid}-${inheritedvia?.assetid ?? 0}`}>
          <span className="mw-state" title={peer.assettype}>
            <RegisterIcon name={peer.icon} size={16} />
            <AppLink to={`/assets/${peer.assetid}`}>{peer.assetnumber}</AppLink>
          </span>{' '}
          <span className="mw-muted">
            {peer.name !== peer.assetnumber && peer.name}
            {inheritedvia && ` through ${inheritedvia.assetnumber}`}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <AppLink to={all}>{more} more</AppLink>
        </li>
      )}
    </ul>
  );
}
