import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { errorMessage, fieldErrorsOf } from '../../../src/web/api/api-error.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { createFileForm, upload } from '../../../src/web/api/upload.ts';
import { Dialog } from '../../../src/web/parts/dialog.tsx';
import { FileButton } from '../../../src/web/parts/file-button.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';

interface Preview {
  added: number;
  updated: number;
  skipped: number;
  rows: {
    row: number;
    line: number;
    sso?: string;
    name: string;
    outcome: 'add' | 'update' | 'skip';
    reason: string | null;
  }[];
}

const PATH = '/employees/directory/import';
const WORDS = {
  add: { word: 'ok', label: 'New' },
  update: { word: 'noise', label: 'Changes' },
  skip: { word: 'degraded', label: 'Skipped' },
  same: { word: 'noise', label: 'Unchanged' },
} as const;

/** Reports whether the person has all values of a row already: such a row is skipped without a reason. */
const isSame = ({ outcome, reason }: Preview['rows'][number]): boolean =>
  outcome === 'skip' && reason === null;

const badgeOf = (row: Preview['rows'][number]) => WORDS[isSame(row) ? 'same' : row.outcome];

/**
 * Returns the text with the counts of the outcomes. Only a preview that contains all rows can separate
 * unchanged rows from skipped ones.
 */
function counts({ added, updated, skipped, rows }: Preview): string {
  const taken = `${added} new, ${updated} changed`;
  const unchanged = rows.filter(isSame).length;
  if (added + updated + skipped > rows.length) return `${taken}, ${skipped} unchanged or skipped`;
  const same = unchanged > 0 ? `, ${unchanged} unchanged` : '';
  return `${taken}${same}, ${skipped - unchanged} skipped`;
}

/** Shows a dialog that previews the import of a file and runs it after confirmation. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (chosenFile: File, dryrun: boolean) => {
    setBusy(true);
    setFailure(null);
    try {
      const { data, auditid } = await upload<Preview>(
        PATH,
        createFileForm(chosenFile, { dryrun: String(dryrun) }),
      );
      if (dryrun) return setPreview(data);
      await queryClient.invalidateQueries();
      toastDone(`${chosenFile.name}: ${counts(data)}.`, auditid);
      onClose();
    } catch (cause) {
      setPreview(null);
      setFailure(Object.values(fieldErrorsOf(cause))[0] ?? errorMessage(cause));
    } finally {
      setBusy(false);
    }
  };
  const choose = (chosenFile: File) => {
    setFile(chosenFile);
    void send(chosenFile, true);
  };
  const isNothing = !preview || preview.added + preview.updated === 0;
  return (
    <Dialog title="Import employees" size={720} onClose={onClose}>
      <div className="mw-stack">
        <p>
          Select a CSV file whose first row contains the columns SSO (employee number), First_Name and
          Last_Name. Team, Role and Picture are optional. Employees with an existing SSO are updated, others
          are added. No employee is removed.
        </p>
        <div>
          <FileButton accept=".csv,text/csv" loading={busy && !preview} onFile={choose}>
            {file ? 'Choose another file' : 'Choose file'}
          </FileButton>{' '}
          {file && <span className="mw-muted">{file.name}</span>}
        </div>
        {failure && (
          <Alert color="red" role="alert" title="Nothing was imported">
            {failure}
          </Alert>
        )}
        {preview && <PreviewRows preview={preview} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!file || isNothing} loading={busy} onClick={() => file && void send(file, false)}>
            Import
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

function PreviewRows({ preview }: { preview: Preview }) {
  const total = preview.added + preview.updated + preview.skipped;
  return (
    <section aria-label="Preview" className="mw-stack">
      <strong>{counts(preview)}</strong>
      <section
        className="mw-table-wrap"
        aria-label="Rows of the file"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard
        tabIndex={0}
        style={{ maxHeight: 320 }}
      >
        <table className="mw-table">
          <thead>
            <tr>
              <th>Line</th>
              <th>SSO</th>
              <th>Name</th>
              <th>Outcome</th>
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((row) => (
              <tr key={row.row}>
                <td>{row.line}</td>
                <td>{row.sso}</td>
                <td>{row.name}</td>
                <td>
                  <StateBadge {...badgeOf(row)} />{' '}
                  {row.reason && <span className="mw-muted">{row.reason}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > preview.rows.length && (
        <span className="mw-muted">
          The first {preview.rows.length} of {total} rows.
        </span>
      )}
    </section>
  );
}
