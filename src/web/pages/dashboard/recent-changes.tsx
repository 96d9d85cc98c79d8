import { IconHistory } from '@tabler/icons-react';
import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { useMe } from '../../api/queries.ts';
import { useActionText } from '../../parts/action-text.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
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
          {foldRows(rows).map(({ row, more }) => (
            <li key={row.auditlogid}>
              <span>
                <strong>{row.username}</strong> {formatAction(row.action)}{' '}
                {row.href && row.title ? (
                  <AppLink to={row.href}>{row.title}</AppLink>
                ) : (
                  (row.title ?? formatPlural(row.entitytype, row.entityid))
                )}
                {more > 0 && <span className="mw-muted"> and {more} more</span>}
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
 * Combines consecutive rows with the same action and user, so that a machine that reports often does not hide
 * the changes of others.
 */
function foldRows(rows: DashboardSummary['recent']) {
  const lines: { row: DashboardSummary['recent'][number]; more: number }[] = [];
  for (const row of rows) {
    const last = lines.at(-1);
    if (last?.row.username === row.username && last.row.action === row.action) last.more++;
    else lines.push({ row, more: 0 });
  }
  return lines;
}
