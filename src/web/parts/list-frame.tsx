import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorMessage } from '../api/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorView } from './error-view.tsx';
import { SkeletonRows } from './skeletons.tsx';

/** What a list needs of `useQuery`. */
export interface ListQuery {
  isPending: boolean;
  /** The rows are those of the page before. */
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
}

export interface ListFrameProps<Row> {
  /** What the list holds: its heading, and its name for who cannot see it. */
  title: string;
  /** The page's own heading says it already. */
  bare?: boolean;
  query: ListQuery;
  /** Undefined while nothing has come. */
  rows: readonly Row[] | undefined;
  /** What the list is for and how rows get into it. */
  empty: { icon: TablerIcon; title: string; text: ReactNode };
  /** The button that adds a row: in the heading, and in the middle while there is none. */
  add?: ReactNode;
  /** More of the heading, while there are rows. */
  tools?: ReactNode;
  /** Below the rows: the way to more of them. */
  foot?: ReactNode;
  /** Rows to draw in grey while loading. */
  expected?: number;
  children: (rows: readonly Row[]) => ReactNode;
}

/** The card around every list: grey rows while it loads, an error with a retry, what to do when it is empty. */
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

/** Rows are there, but a later look failed: they stay, and it is said. */
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
