import type { ReactNode } from 'react';
import { relationshipLabel } from '../../../src/features/catalog/relationship-label.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { RegisterIcon } from '../../../src/web/parts/register-icon.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../src/web/parts/time.tsx';
import type { Neighbor } from '../behind.ts';
import './behind-styles.ts';

const MAX_ROWS = 12;

interface NeighborCardProps {
  title: string;
  rows: readonly Neighbor[];
  /** The content when there is no related asset. */
  none: ReactNode;
}

/** Lists the related assets of one kind with their health. */
export function NeighborCard({ title, rows, none }: NeighborCardProps) {
  return (
    <section className="mw-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {rows.length > 1 && <span className="mw-muted">{rows.length}</span>}
      </header>
      {rows.length === 0 && <p className="mw-card-pad mw-muted">{none}</p>}
      <ul className="mw-behind">
        {rows.slice(0, MAX_ROWS).map((row) => (
          <NeighborRow key={row.assetid} row={row} />
        ))}
      </ul>
      {rows.length > MAX_ROWS && <p className="mw-card-pad mw-muted">and {rows.length - MAX_ROWS} more</p>}
    </section>
  );
}

function NeighborRow({ row }: { row: Neighbor }) {
  const { assetid, assetnumber, name, assettype, icon, status, location, ipaddress, via, words } = row;
  const isUsed = /^in ?use$/i.test(status);
  return (
    <li>
      <div className="mw-behind-head">
        <span className="mw-state" title={assettype}>
          <RegisterIcon name={icon} size={16} />
          <AppLink to={`/assets/${assetid}`}>{assetnumber}</AppLink>
        </span>
        {name && name !== assetnumber && <span className="mw-muted">{name}</span>}
        {!isUsed && <StateBadge word={status} />}
        {['defaultprinter', 'connectedto'].includes(row.relationshiptype) && (
          <span className="mw-muted">
            {relationshipLabel({ ...row, direction: 'out', isdirectional: true }).toLowerCase()}
          </span>
        )}
      </div>
      {words.map(({ key, title, text, reason, at, href }) => (
        <div key={key} className="mw-behind-word">
          {key === 'health' && text ? <StateBadge word={text} /> : <span className="mw-muted">{title}</span>}
          {key !== 'health' && (at ? <RelativeTime at={at} /> : <span>{text}</span>)}
          {reason && <span className="mw-muted">{reason}</span>}
          {href && <AppLink to={href}>Open agent</AppLink>}
        </div>
      ))}
      {(location || ipaddress || via) && (
        <div className="mw-behind-word mw-muted">
          {[location, ipaddress].filter(Boolean).join(' · ')}
          {via && (
            <span>
              through <AppLink to={`/assets/${via.assetid}`}>{via.assetnumber}</AppLink>
            </span>
          )}
        </div>
      )}
    </li>
  );
}
