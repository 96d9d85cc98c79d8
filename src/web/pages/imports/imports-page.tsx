import { Alert, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useRegisters } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { TemplateButton } from './download-buttons.tsx';
import { FileDrop } from './file-drop.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportMapping } from './import-mapping.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportResult } from './import-result.tsx';
import { useImportRun } from './import-run.tsx';
import { useTargets } from './import-targets.ts';
import { ImportValues } from './import-values.tsx';
import { RememberedChoices } from './remembered-choices.tsx';
import { SheetChoice } from './sheet-choice.tsx';
import { importFailure, isUnmapped } from './use-import.ts';
import './import-styles.ts';

/**
 * Imports a CSV or Excel file in steps: choose it, map the columns, check the preview, and write. An import can be
 * undone.
 */
export function ImportsPage() {
  const registers = useRegisters();
  const targets = useTargets(registers);
  const requestedTarget = (useLocation().search as Record<string, string>).target ?? '';
  const run = useImportRun();
  const [chosen, setChosen] = useState((run.busy ? '' : requestedTarget) || run.target);
  // A link with a target starts a new import, unless one is running.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the way in alone
  useEffect(() => {
    if (requestedTarget && !run.busy) run.restart(requestedTarget);
  }, []);
  const target = targets.find((one) => one.value === chosen);
  // The file may be ready before the list of targets is loaded; until then the target in the URL applies.
  const wanted = target?.value ?? (registers.length === 0 ? chosen : '');
  const all = (name: string) =>
    targets.filter((one) => one.group === name).map(({ value, label }) => ({ value, label }));
  const pick = (value: string) => {
    setChosen(value);
    void run.choose(run.file, value);
  };
  if (registers.length > 0 && targets.length === 0) {
    return (
      <EmptyState icon={<IconUpload size={32} />} title="Imports are not available">
        To import, you need the permissions to add and to change records.
      </EmptyState>
    );
  }
  return (
    <div className="mw-page mw-page-import">
      <PageHeader
        title="Imports"
        icon={<IconUpload size={22} aria-hidden />}
        subtitle="Import records from a CSV or Excel file, with a preview before anything is saved."
      />
      {run.done ? (
        <ImportResult record={run.done} register={target?.register} onAgain={() => run.restart(run.target)} />
      ) : (
        <div className="mw-stack">
          <section className="mw-card">
            <header>
              <h2>1. File</h2>
              {target && <TemplateButton target={target.value} />}
            </header>
            <div className="mw-card-pad mw-stack">
              <NativeSelect
                label="Import as"
                value={target?.value ?? ''}
                error={run.file && chosen === '' ? 'Choose what the file contains.' : undefined}
                onChange={(event) => pick(event.currentTarget.value)}
                data={[
                  { value: '', label: 'Choose' },
                  { group: 'Assets', items: all('Assets') },
                  { group: 'Lists', items: all('Lists') },
                ]}
              />
              <FileDrop file={run.file} onFile={(file) => void run.choose(file, wanted)} />
              <SheetChoice run={run} onSheet={(sheet) => void run.chooseSheet(sheet)} />
            </div>
          </section>
          {run.failure !== null && (
            <Alert
              role="alert"
              color={isUnmapped(run.failure) ? 'yellow' : 'red'}
              icon={<IconAlertTriangle size={18} />}
              title={isUnmapped(run.failure) ? 'Map the columns' : 'The file could not be read'}
            >
              {importFailure(run.failure)}
            </Alert>
          )}
          {run.isRemembered && <RememberedChoices onForget={() => void run.forget()} />}
          {target && run.head && (run.preview || run.mapping || isUnmapped(run.failure)) && (
            <ImportMapping
              register={target.register}
              target={target.value}
              head={run.head}
              mapping={run.mapping ?? run.preview?.mapping ?? {}}
              onMapping={(mapping, header) => void run.map(mapping, header)}
              preview={run.preview}
              notation={run.notation}
              onNotation={(notation) => void run.changeNotation(notation)}
            />
          )}
          {target && run.preview && run.preview.unknowntotal > 0 && (
            <ImportValues
              preview={run.preview}
              register={target.register}
              choices={run.choices}
              onChoices={(choices) => void run.chooseValues(choices)}
            />
          )}
          {target && (run.preview || run.busy) && (
            <ImportPreview
              preview={run.preview}
              busy={run.busy}
              register={target.register}
              onCancel={run.cancel}
              onCommit={(skiperrors) => void run.commit(skiperrors)}
              edits={run.edits}
              onEdits={run.editCells}
              readCells={run.readCells}
              isChecked={run.edits === run.checkedEdits}
              onCheck={() => void run.checkAgain()}
            />
          )}
        </div>
      )}
      <ImportHistory />
    </div>
  );
}
