import type { AuditRow } from '../../../features/audit/index.ts';
import { useActionText } from '../../parts/action-text.ts';
import { AppLink } from '../../parts/app-link.tsx';
import type { FoldedRow } from './audit-folding.ts';

/** Shows the action of an audit row. An undo names the action that it reverted. */
export function AuditAction({ row: { action, reverts } }: { row: AuditRow }) {
  const { formatAction } = useActionText();
  return reverts ? `undid: ${formatAction(reverts.action)}` : formatAction(action);
}

/**
 * Shows the name of the entity, as a link while it exists, and the number of folded rows. An entity without a
 * name is shown by its type and ID, and several by their number. An undo shows the entity of the change that it reverted.
 */
export function AuditSubject({ row, others }: FoldedRow) {
  const { formatEntity } = useActionText();
  const { entityname, entityhref, entitytype, entityid } = row.reverts ?? row;
  const more = others.length > 0 && <span className="mw-muted">{formatOthers(row, others)}</span>;
  const { count } = row.details;
  if (entityname === null)
    return (
      <span className="mw-muted">
        {entityid === null && typeof count === 'number'
          ? `${count} records`
          : formatEntity(entitytype, entityid)}
        {more}
      </span>
    );
  return (
    <>
      {entityhref ? <AppLink to={entityhref}>{entityname}</AppLink> : entityname}
      {more}
    </>
  );
}

/** Returns how often the action was repeated, on the same entity or on others. */
function formatOthers({ entitytype, entityid }: AuditRow, others: readonly AuditRow[]): string {
  const isSame = others.every((other) => other.entitytype === entitytype && other.entityid === entityid);
  return isSame ? `, ${others.length + 1} times` : ` and ${others.length} more`;
}
