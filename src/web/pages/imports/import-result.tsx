import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { useRegisters } from '../../api/queries.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { createdText } from './created-text.ts';
import { countsText } from './import-counts.ts';
import { UndoButton } from './undo-button.tsx';

interface ImportResultProps {
  record: ImportRecord;
  register: RegisterDescriptor | undefined;
  onAgain: () => void;
}

/** Shows the result of an import, a link to the records, and the undo. */
export function ImportResult({ record, register, onAgain }: ImportResultProps) {
  const go = useNavigateTo();
  const created = createdText(record.created, useRegisters());
  const sectionRef = useRef<HTMLElement>(null);
  // The button that started the import is gone, so keyboard users continue from here.
  useEffect(() => sectionRef.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={sectionRef} className="mw-card" aria-label="Result of the import" tabIndex={-1}>
      <EmptyState
        icon={<IconCircleCheck size={32} />}
        title={`${record.filename} imported`}
        actions={
          <>
            {register && (
              <Button onClick={() => go(register.path)}>Open {register.title.toLowerCase()}</Button>
            )}
            <Button variant="default" onClick={() => go(`/imports/${record.importid}`)}>
              Show rows
            </Button>
            <UndoButton record={record} onDone={onAgain} />
            <Button variant="default" onClick={onAgain}>
              Import another file
            </Button>
          </>
        }
      >
        <span role="status">
          {countsText(record.counts)}
          {created && ` Also created: ${created}.`}
        </span>
      </EmptyState>
    </section>
  );
}
