import { ActionIcon, Tooltip } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReportSummary } from '../../../features/reports/index.ts';
import type { ReportGroup } from '../../../kit/report-group.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { useStoredState } from '../../parts/use-stored-state.ts';

/** The titles of the subjects, in their order on the page. */
const GROUPS: Readonly<Record<ReportGroup, string>> = {
  Assets: 'Assets',
  PCs: 'PCs',
  Papers: 'Life cycle',
  Stores: 'Stores',
  Administration: 'Administration',
};

/**
 * Lists reports under their subjects, below the favorites of the user. This browser stores the favorites.
 */
export function ReportList({ reports }: { reports: readonly ReportSummary[] }) {
  const [keys, onKeys] = useStoredState<string[]>('reports.favorites', []);
  const isFavorite = ({ key }: ReportSummary) => keys.includes(key);
  const toggle = (report: ReportSummary) =>
    onKeys(isFavorite(report) ? keys.filter((key) => key !== report.key) : [...keys, report.key]);
  const others = reports.filter((report) => !isFavorite(report));
  const groups = [
    ['Favorites', reports.filter(isFavorite)] as const,
    ...Object.entries(GROUPS).map(
      ([name, title]) => [title, others.filter(({ group }) => group === name)] as const,
    ),
  ].filter(([, group]) => group.length > 0);
  return (
    <div className="mw-stack">
      {groups.map(([title, group]) => (
        <section key={title} className="mw-card" aria-label={title}>
          <header>
            <h2>{title}</h2>
          </header>
          <ul>
            {group.map((report) => (
              <li key={report.key} className="mw-report-row">
                <span>
                  <AppLink to={`/reports/${report.key}`} className="mw-cell-link">
                    {report.title}
                  </AppLink>
                  <span className="mw-muted">{report.description}</span>
                </span>
                <FavoriteButton
                  title={report.title}
                  isPressed={isFavorite(report)}
                  onClick={() => toggle(report)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface FavoriteButtonProps {
  title: string;
  isPressed: boolean;
  onClick: () => void;
}

function FavoriteButton({ title, isPressed, onClick }: FavoriteButtonProps) {
  const Star = isPressed ? IconStarFilled : IconStar;
  return (
    <Tooltip label={isPressed ? 'Remove from favorites' : 'Add to favorites'}>
      <ActionIcon aria-label={`Favorite: ${title}`} aria-pressed={isPressed} onClick={onClick}>
        <Star size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
