import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { useGo } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { UndoButton } from './undo-button.tsx';

const COUNT = new Intl.NumberFormat();

interface ImportResultProps {
  record: ImportRecord;
  register: RegisterDescriptor | undefined;
  onAgain: () => void;
}

/** What was written, the way to it, and the way back. */
export function ImportResult({ record, register, onAgain }: ImportResultProps) {
  const go = useGo();
  const { counts } = record;
  const parts = [
    `${COUNT.format(counts.add)} added`,
    `${COUNT.format(counts.update)} changed`,
    counts.skip > 0 ? `${COUNT.format(counts.skip)} were as the file says already` : '',
    counts.error > 0 ? `${COUNT.format(counts.error)} left out` : '',
  ].filter(Boolean);
  return (
    <section className="mw-card" role="status">
      <EmptyState
        icon={<IconCircleCheck size={32} />}
        title={`${record.filename} is imported`}
        actions={
          <>
            {register && (
              <Button onClick={() => go(register.path)}>Open {register.title.toLowerCase()}</Button>
            )}
            <Button variant="default" onClick={() => go(`/imports/${record.importid}`)}>
              Every row
            </Button>
            <UndoButton record={record} onDone={onAgain} />
            <Button variant="default" onClick={onAgain}>
              Another file
            </Button>
          </>
        }
      >
        {parts.join(', ')}.
      </EmptyState>
    </section>
  );
}
