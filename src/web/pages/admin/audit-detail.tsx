import { IconCode } from '@tabler/icons-react';
import { useState } from 'react';
import type { AuditRow } from '../../../features/audit/index.ts';
import { useActionText } from '../../parts/action-text.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { AuditAction, AuditSubject } from './audit-cells.tsx';
import { AuditChanges } from './audit-changes.tsx';
import type { FoldedRow } from './audit-folding.ts';

/**
 * Shows the records that an audit row changed, what it reverted, and on request its stored details. Folded
 * rows are listed below.
 */
export function AuditDetail({ row, others }: FoldedRow) {
  const [isTechnical, setTechnical] = useState(false);
  return (
    <div className="mw-audit-detail">
      {row.reverts && <Reverted row={row.reverts} />}
      <AuditChanges auditlogid={row.auditlogid} />
      <SmallButton
        icon={IconCode}
        variant="subtle"
        aria-expanded={isTechnical}
        onClick={() => setTechnical(!isTechnical)}
      >
        Technical details
      </SmallButton>
      {isTechnical && <TechnicalDetails row={row} />}
      {others.length > 0 && (
        <ul className="mw-audit-changes">
          {others.map((other) => (
            <li key={other.auditlogid}>
              <AuditAction row={other} /> <AuditSubject row={other} others={[]} />,{' '}
              <RelativeTime at={other.createddate} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Reverted({ row }: { row: NonNullable<AuditRow['reverts']> }) {
  const { formatAction, formatEntity } = useActionText();
  const name = row.entityname ?? formatEntity(row.entitytype, row.entityid);
  return (
    <p>
      Reverted: {row.username} {formatAction(row.action)}{' '}
      {row.entityhref ? <AppLink to={row.entityhref}>{name}</AppLink> : name},{' '}
      <RelativeTime at={row.createddate} />
    </p>
  );
}

function TechnicalDetails({ row }: { row: AuditRow }) {
  const { changes: _shown, ...others } = row.details;
  const facts = { entry: row.auditlogid, action: row.action, request: row.requestid ?? 'none', ...others };
  return (
    <dl className="mw-fact-list mw-mono">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
