import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { CellEdits } from './cell-edits.ts';
import type { CsvHead } from './csv-head.ts';
import type { Choices } from './import-choices.ts';
import type { Mapping, NotationChoice } from './import-types.ts';

/** The running request: a dry run or an import, and the share of the file that has been sent. */
export interface ImportBusy {
  dryrun: boolean;
  share: number;
}

export interface ImportState {
  file: File | null;
  /** Target of the import; empty until the user chooses one. */
  target: string;
  head: CsvHead | null;
  /**
   * The mapping that the user chose. Null when the columns are matched by their names, as the server
   * suggests.
   */
  mapping: Mapping | null;
  notation: NotationChoice;
  /** The choices for unknown values. */
  choices: Choices;
  /** The corrected cells, and those that the preview contains already. */
  edits: CellEdits;
  checkedEdits: CellEdits;
  /** The chosen worksheet; empty for the default. */
  sheet: string;
  /** Set when the choices of an earlier import were taken over. */
  isRemembered: boolean;
  preview: ImportRecord | null;
  done: ImportRecord | null;
  failure: unknown;
  busy: ImportBusy | null;
}

/** The state from which the form fields of a request are made. */
export type SentState = Pick<
  ImportState,
  'target' | 'mapping' | 'notation' | 'choices' | 'edits' | 'sheet' | 'preview'
> & {
  skiperrors?: boolean;
};
