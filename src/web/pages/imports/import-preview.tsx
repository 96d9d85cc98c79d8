import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { useRegisters } from '../../api/queries.ts';
import { createdText } from './created-text.ts';
import { RejectedRowsButton } from './download-buttons.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportRows } from './import-rows.tsx';
import type { ImportBusy } from './import-state.ts';

const COUNT = new Intl.NumberFormat();

interface ImportPreviewProps {
  preview: ImportRecord | null;
  busy: ImportBusy | null;
  register: RegisterDescriptor;
  onCommit: (skiperrors: boolean) => void;
  onCancel: () => void;
}

/** Shows the expected outcomes, and the button that runs the import. */
export function ImportPreview({ preview, busy, register, onCommit, onCancel }: ImportPreviewProps) {
  const [skip, setSkip] = useState(false);
  const counts = preview?.counts;
  const writes = counts ? counts.add + counts.update : 0;
  const errors = counts?.error ?? 0;
  const created = createdText(preview?.created ?? {}, useRegisters());
  return (
    <section className="mw-card">
      <header>
        <h2>{preview && preview.unknowntotal > 0 ? 4 : 3}. Preview</h2>
        {preview && <RejectedRowsButton record={preview} />}
      </header>
      <div className="mw-card-pad mw-stack">
        {busy && <ImportProgress busy={busy} onCancel={onCancel} />}
        {preview && (
          <>
            {created && <p>The import also creates {created}.</p>}
            <ImportRows key={preview.importid} record={preview} register={register} />
            <div className="mw-import-foot">
              {errors > 0 && (
                <Checkbox
                  label={`Skip the ${errors === 1 ? 'row' : `${COUNT.format(errors)} rows`} with errors`}
                  checked={skip}
                  onChange={(event) => setSkip(event.currentTarget.checked)}
                />
              )}
              <Button
                ml="auto"
                loading={busy?.dryrun === false}
                disabled={busy !== null || writes === 0 || (errors > 0 && !skip)}
                onClick={() => onCommit(skip)}
              >
                {writes === 0
                  ? 'Nothing to import'
                  : `Import ${COUNT.format(writes)} ${writes === 1 ? 'row' : 'rows'}`}
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}
