import { Button, Checkbox } from '@mantine/core';
import { IconList, IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { useRegisters } from '../../api/queries.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import type { CellEdits } from './cell-edits.ts';
import { createdText } from './created-text.ts';
import { RejectedRowsButton } from './download-buttons.tsx';
import { ImportCells } from './import-cells.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportRows } from './import-rows.tsx';
import type { ImportBusy } from './import-state.ts';
import type { ReadCells } from './use-cell-page.ts';

const COUNT = new Intl.NumberFormat('en');

interface ImportPreviewProps {
  preview: ImportRecord | null;
  busy: ImportBusy | null;
  register: RegisterDescriptor;
  edits: CellEdits;
  onEdits: (edits: CellEdits) => void;
  readCells: ReadCells;
  /** False while cells were corrected that the preview does not contain yet. */
  isChecked: boolean;
  onCheck: () => void;
  onCommit: (skiperrors: boolean) => void;
  onCancel: () => void;
}

/** Shows the expected outcomes, the cells for corrections, and the button that runs the import. */
export function ImportPreview(props: ImportPreviewProps) {
  const { preview, busy, register, edits, onEdits, readCells, onCancel } = props;
  const [isEditing, setIsEditing] = useState(false);
  const created = createdText(preview?.created ?? {}, useRegisters());
  return (
    <section className="mw-card" aria-label="Preview">
      <header>
        <h2>{preview && preview.unknowntotal > 0 ? 4 : 3}. Preview</h2>
        <div className="mw-values-actions">
          {preview?.preview && (
            <SmallButton icon={isEditing ? IconList : IconPencil} onClick={() => setIsEditing(!isEditing)}>
              {isEditing ? 'Show outcomes' : 'Edit cells'}
            </SmallButton>
          )}
          {preview && <RejectedRowsButton record={preview} />}
        </div>
      </header>
      <div className="mw-card-pad mw-stack">
        {busy && <ImportProgress busy={busy} onCancel={onCancel} />}
        {preview && (
          <>
            {created && <p>The import also creates {created}.</p>}
            {preview.duplicates > 0 && <p>{duplicatesText(preview.duplicates)}</p>}
            {isEditing ? (
              <ImportCells
                key={preview.importid}
                record={preview}
                edits={edits}
                onEdits={onEdits}
                readCells={readCells}
              />
            ) : (
              <ImportRows key={preview.importid} record={preview} register={register} />
            )}
            <PreviewFoot {...props} counts={preview.counts} />
          </>
        )}
      </div>
    </section>
  );
}

/** Formats the number of rows that count as another row of the same record. */
const duplicatesText = (count: number): string =>
  count === 1
    ? '1 row repeats or completes an earlier row and counts as one with it.'
    : `${COUNT.format(count)} rows repeat or complete earlier rows and count as one with them.`;

/** Returns why the rows cannot be imported; null when they can. */
function refusalOf({ add, update, error }: ImportRecord['counts'], skip: boolean): string | null {
  if (add + update === 0) return error > 0 ? 'No row without errors.' : 'No row adds or changes anything.';
  return error > 0 && !skip ? 'Correct or skip the rows with errors first.' : null;
}

type PreviewFootProps = Pick<ImportPreviewProps, 'busy' | 'isChecked' | 'onCheck' | 'onCommit'> & {
  counts: ImportRecord['counts'];
};

function PreviewFoot({ busy, isChecked, onCheck, onCommit, counts }: PreviewFootProps) {
  const [skip, setSkip] = useState(false);
  const writes = counts.add + counts.update;
  const errors = counts.error;
  const reason = refusalOf(counts, skip);
  const reasonId = useId();
  if (!isChecked)
    return (
      <div className="mw-import-foot">
        <span>You changed cells. Check the file again before you import it.</span>
        <Button ml="auto" disabled={busy !== null} onClick={onCheck}>
          Check again
        </Button>
      </div>
    );
  return (
    <div className="mw-import-foot">
      {errors > 0 && (
        <Checkbox
          label={`Skip the ${errors === 1 ? 'row' : `${COUNT.format(errors)} rows`} with errors`}
          checked={skip}
          onChange={(event) => setSkip(event.currentTarget.checked)}
        />
      )}
      {reason && (
        <span id={reasonId} className="mw-muted">
          {reason}
        </span>
      )}
      <Button
        ml="auto"
        loading={busy?.dryrun === false}
        disabled={busy !== null || reason !== null}
        aria-describedby={reason ? reasonId : undefined}
        onClick={() => onCommit(skip)}
      >
        {writes === 0
          ? 'Nothing to import'
          : `Import ${COUNT.format(writes)} ${writes === 1 ? 'row' : 'rows'}`}
      </Button>
    </div>
  );
}
