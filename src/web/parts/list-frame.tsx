import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorMessage } from '../api/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorView } from './error-view.tsx';
import { SkeletonRows } from './skeletons.tsx';

/** The properties of `useQuery` that a list needs. */
export interface ListQuery {
  isPending: boolean;
  /** Set while the rows are those of the previous page. */
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
}

export interface ListFrameProps<Row> {
  /** Heading of the list, which is also its name for screen readers. */
  title: string;
  /** Hides the heading, because that of the page is the same. */
  bare?: boolean;
  query: ListQuery;
  /** The rows of the list; undefined before the first response. */
  rows: readonly Row[] | undefined;
  /** Explains what the list is for and how to add rows. */
  empty: { icon: TablerIcon; title: string; text: ReactNode };
  /** The button that adds a row. It is in the heading, and in the middle while the list is empty. */
  add?: ReactNode;
  /** Further controls in the heading, while there are rows. */
  tools?: ReactNode;
  /** Content below the rows, such as a button for more rows. */
  foot?: ReactNode;
  /** Number of placeholder rows while loading. */
  expected?: number;
  children: (rows: readonly Row[]) => ReactNode;
}

/**
 * Shows the card around every list: placeholders while it loads, an error with a retry button, or an
 * explanation when it is empty. If a later request fails, the rows stay under a warning.
 */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { title, bare, query, rows, add, tools, foot } = props;
  const filled = rows !== undefined && rows.length > 0;
  return (
    <section className="mw-card mw-list" aria-label={title} aria-busy={query.isPending}>
      {!bare && (
        <header>
          <h2>{title}</h2>
          {filled && tools}
          {filled && add}
        </header>
      )}
      {filled && query.error !== null && <OutOfDate {...query} />}
      <div className="mw-list-body" data-old={query.isPlaceholderData || undefined}>
        <ListBody {...props} />
      </div>
      {filled && foot && <div className="mw-list-more">{foot}</div>}
    </section>
  );
}

function ListBody<Row>({ query, rows, empty, add, expected, children }: ListFrameProps<Row>) {
  if (query.isPending) {
    return (
      <>
        <span className="mw-visually-hidden" role="status">
          Loading
        </span>
        <SkeletonRows rows={expected} />
      </>
    );
  }
  if (!rows) return <ErrorView error={query.error} retry={query.refetch} />;
  if (rows.length > 0) return children(rows);
  return (
    <EmptyState icon={<empty.icon size={32} />} title={empty.title} actions={add}>
      {empty.text}
    </EmptyState>
  );
}

/** Warns that the rows may be outdated, because a later request failed. */
function OutOfDate({ error, refetch }: ListQuery) {
  return (
    <Alert role="alert" color="yellow" radius={0} icon={<IconAlertTriangle size={18} />}>
      This may be out of date. {errorMessage(error)}{' '}
      <Button size="compact-sm" variant="default" ml="sm" onClick={() => refetch()}>
        Try again
      </Button>
    </Alert>
  );
}
