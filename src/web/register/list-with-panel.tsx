import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { BREAK } from '../theme.ts';
import type { ListState } from './list-state.ts';
import { recordId } from './resolve.ts';
import { RedirectWithQuery } from './thing/redirect-with-query.tsx';

const RecordPanel = lazy(async () => ({ default: (await import('./record-panel.tsx')).RecordPanel }));

interface BesideProps {
  register: RegisterDescriptor;
  rows: RegisterRecord[];
  state: ListState;
  onState: (patch: Partial<ListState>) => void;
  /**
   * Renders the list. Its argument opens a record in the panel; undefined on screens that are too narrow for
   * both.
   */
  children: (onOpen: ((id: string) => void) | undefined) => ReactNode;
}

/** Shows a list with the open record beside it. On narrow screens a record is a page of its own. */
export function ListWithPanel({ register, rows, state, onState, children }: BesideProps) {
  const isWide = useMediaQuery(`(min-width: ${BREAK.beside}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  // A window that is made narrow keeps its list. A URL that is opened in a narrow window leads to the page of
  // the record.
  const [cameNarrow] = useState(!isWide);
  const { open, page } = state;
  const show = useCallback((id: string) => onState({ open: id, page }), [onState, page]);
  const close = useCallback(() => onState({ open: '', page }), [onState, page]);
  if (open && cameNarrow && !isWide) return <RedirectWithQuery path={`${register.path}/${open}`} />;
  const list = children(isWide ? show : undefined);
  if (!isWide) return list;
  const step = (by: -1 | 1) => {
    const at = rows.findIndex((row) => recordId(register, row) === open);
    const next = rows[at < 0 ? 0 : at + by];
    if (next) show(recordId(register, next));
  };
  return (
    // The list stays the same element, so that its focus and scroll position stay.
    <div className="mw-beside" data-open={open !== '' || undefined}>
      <div>{list}</div>
      {open && (
        <Suspense fallback={<PageSkeleton />}>
          <RecordPanel key={register.name} register={register} id={open} onStep={step} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
