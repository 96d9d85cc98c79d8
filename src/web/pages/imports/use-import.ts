import { useRef, useState } from 'react';
import type { ImportCells, ImportRecord } from '../../../features/imports/schemas.ts';
import { ApiError, errorMessage, fieldErrorsOf } from '../../api/api-error.ts';
import { basePath } from '../../api/base-path.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import type { CellEdits } from './cell-edits.ts';
import type { Choices } from './import-choices.ts';
import type { ImportState, SentState } from './import-state.ts';
import type { Mapping, NotationChoice } from './import-types.ts';

const NO_EDITS: CellEdits = {};
const EMPTY: ImportState = {
  file: null,
  target: '',
  head: null,
  mapping: null,
  notation: { decimal: 'auto', dateorder: '' },
  choices: { unknown: {}, values: {} },
  edits: NO_EDITS,
  checkedEdits: NO_EDITS,
  sheet: '',
  isRemembered: false,
  preview: null,
  done: null,
  failure: null,
  busy: null,
};

/**
 * Manages an import from the choice of a file through dry runs and corrections to the result. A new dry run
 * replaces the previous one, which is canceled.
 */
export function useImport() {
  const [state, setState] = useState(EMPTY);
  const turn = useRef(0);
  const leaving = useRef(new AbortController());
  const patch = (change: Partial<ImportState>) => setState((now) => ({ ...now, ...change }));

  const send = async (file: File, sent: SentState, dryrun: boolean) => {
    const mine = ++turn.current;
    leaving.current.abort();
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    const current = () => mine === turn.current;
    patch({ busy: { dryrun, share: 0 }, failure: null });
    try {
      const { createFileForm, upload } = await import('../../api/upload.ts');
      const { fieldsOf } = await import('./import-fields.ts');
      const onProgress = (share: number) => current() && patch({ busy: { dryrun, share } });
      const form = createFileForm(file, { ...fieldsOf(sent), dryrun: String(dryrun) });
      const { data } = await upload<ImportRecord>('/imports', form, { onProgress, signal });
      const change = dryrun ? await previewOf(file, data) : { done: data };
      if (!current()) return null;
      patch({ busy: null, checkedEdits: sent.edits, ...change });
      return data;
    } catch (failure) {
      if (current() && !isOnPage()) toastError(failure, `${file.name} was not imported`);
      if (!current()) return null;
      const { readFailedCheck } = await import('./import-fields.ts');
      patch({ busy: null, failure, ...(dryrun && (await readFailedCheck(file, failure))) });
      return failure instanceof ApiError ? failure : null;
    }
  };
  /** Runs the first dry run of a file, and another one with the choices of an earlier import. */
  const checkFirst = async (file: File, target: string, sheet = '') => {
    const sent = await send(file, { ...EMPTY, target, sheet }, true);
    const { previousOf, toState } = await import('./import-fields.ts');
    const previous = sent instanceof ApiError ? previousOf(sent) : sent?.previous;
    if (!previous) return;
    const remembered = toState(previous);
    patch({ ...remembered, isRemembered: true });
    const preview = sent instanceof ApiError ? null : sent;
    await send(file, { ...EMPTY, ...remembered, target, sheet, preview }, true);
  };
  return {
    ...state,
    /** Chooses another file or target, which restarts everything. */
    choose: async (file: File | null, target: string) => {
      turn.current++;
      leaving.current.abort();
      setState({ ...EMPTY, file, target });
      if (!file) return;
      const { readCsvHead } = await import('./csv-head.ts');
      const head = await readCsvHead(file);
      patch({ head });
      if (target) await checkFirst(file, target);
    },
    /** Chooses another worksheet of a workbook, which restarts the mapping and the choices. */
    chooseSheet: async (sheet: string) => {
      const { file, target } = state;
      setState({ ...EMPTY, file, target, sheet });
      if (file) await checkFirst(file, target, sheet);
    },
    /** Corrects cells, which the next dry run or import sends. */
    editCells: (edits: CellEdits) => patch({ edits }),
    /** Reads the cells of lines as the preview has them. Texts that are too long for one answer take several. */
    readCells: async (lines: readonly number[]): Promise<ImportCells[]> => {
      const { readCellsOfLines } = await import('./import-fields.ts');
      return state.file ? readCellsOfLines(state.file, { ...state, edits: state.checkedEdits }, lines) : [];
    },
    /** Runs another dry run with the corrected cells. */
    checkAgain: async () => {
      if (state.file) await send(state.file, state, true);
    },
    /** Changes the mapping. The choices for the values of the changed column are dropped. */
    map: async (mapping: Mapping, column: string) => {
      const { dropColumn } = await import('./import-choices.ts');
      const choices = dropColumn(state.choices, column);
      patch({ mapping, choices });
      if (state.file) await send(state.file, { ...state, mapping, choices }, true);
    },
    /** Runs another dry run with different choices for unknown values. */
    chooseValues: async (choices: Choices) => {
      patch({ choices });
      if (state.file) await send(state.file, { ...state, choices }, true);
    },
    /** Runs another dry run without the choices of the earlier import. */
    forget: async () => {
      const { file, target, head, sheet } = state;
      setState({ ...EMPTY, file, target, head, sheet });
      if (file) await send(file, { ...EMPTY, target, sheet }, true);
    },
    /** Runs another dry run with a different notation of numbers or dates. */
    changeNotation: async (notation: NotationChoice) => {
      patch({ notation });
      if (state.file) await send(state.file, { ...state, notation }, true);
    },
    commit: async (skiperrors: boolean) => {
      if (!state.file) return;
      const done = await send(state.file, { ...state, skiperrors }, false);
      if (!done || done instanceof ApiError) return;
      // Restarts lists that are loading for the first time, because they would keep the old rows.
      await queryClient.cancelQueries({ predicate: ({ state }) => state.data === undefined });
      await queryClient.invalidateQueries();
      if (isOnPage()) return;
      const { countsText } = await import('./import-counts.ts');
      toastDone(`${done.filename} imported: ${countsText(done.counts)}`);
    },
    /** Cancels the running request, whose changes are rolled back. */
    cancel: () => {
      turn.current++;
      leaving.current.abort();
      toastDone(`Canceled. No rows of ${state.file?.name ?? 'the file'} are saved.`);
      // Without a preview the user can only choose another file, or the same one again.
      if (state.preview) patch({ busy: null });
      else setState({ ...EMPTY, target: state.target });
    },
    restart: (target: string) => {
      turn.current++;
      leaving.current.abort();
      setState({ ...EMPTY, target });
    },
  };
}

/** Returns the preview with the header that the server found, which may be below a title. */
async function previewOf(file: File, preview: ImportRecord): Promise<Partial<ImportState>> {
  const { readCsvHead } = await import('./csv-head.ts');
  return { preview, head: await readCsvHead(file, Object.keys(preview.mapping)) };
}

/** Reports whether no column was recognized. The file is valid then, but its columns must be mapped. */
export function isUnmapped(failure: unknown): boolean {
  return failure instanceof ApiError && 'mapping' in failure.fielderrors;
}

/**
 * Returns the errors of a file for the user. Omits the names of request fields, which mean nothing to the
 * user.
 */
export function importFailure(failure: unknown): string {
  return Object.values(fieldErrorsOf(failure)).join(' ') || errorMessage(failure);
}

/** Reports whether the import page is open. Otherwise a toast shows the result. */
const isOnPage = (): boolean => location.pathname === `${basePath}/imports`;
