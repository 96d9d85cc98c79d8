import { IconHistory } from '@tabler/icons-react';
import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { useMe } from '../../api/queries.ts';
import { useActionText } from '../../parts/action-text.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { foldRepeated } from '../../parts/fold-repeated.ts';
import { RelativeTime } from '../../parts/time.tsx';

/** Shows the last changes with user and entity. */
export function RecentChanges({ rows }: { rows: DashboardSummary['recent'] }) {
  const me = useMe();
  const { formatAction, formatPlural } = useActionText();
  return (
    <section className="mw-card">
      <header>
        <h2>Recent changes</h2>
        {me?.isadmin && <AppLink to="/admin/audit">Audit log</AppLink>}
      </header>
      {rows.length === 0 ? (
        <EmptyState icon={<IconHistory size={32} />} title="No changes yet">
          The latest changes by users and devices appear here.
        </EmptyState>
      ) : (
        <ul className="mw-recent">
          {foldRecent(rows).map(({ row, others }) => (
            <li key={row.auditlogid}>
              <span>
                <strong>{row.username}</strong> {formatAction(row.action)}{' '}
                {row.href && row.title ? (
                  <AppLink to={row.href}>{row.title}</AppLink>
                ) : (
                  (row.title ?? formatPlural(row.entitytype, row.entityid))
                )}
                {others.length > 0 && <span className="mw-muted"> and {others.length} more</span>}
              </span>
              <RelativeTime at={String(row.createddate)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * Folds consecutive rows with the same action and user, so that a machine that reports often does not hide
 * the changes of others.
 */
const foldRecent = (rows: DashboardSummary['recent']) =>
  foldRepeated(rows, (one, next) => one.username === next.username && one.action === next.action);
