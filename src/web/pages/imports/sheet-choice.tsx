import { NativeSelect } from '@mantine/core';
import { ApiError } from '../../api/api-error.ts';
import type { ImportState } from './import-state.ts';

interface SheetChoiceProps {
  run: Pick<ImportState, 'preview' | 'failure'>;
  onSheet: (sheet: string) => void;
}

/** Lets the user choose the worksheet of a workbook that has several. */
export function SheetChoice({ run: { preview, failure }, onSheet }: SheetChoiceProps) {
  const details = failure instanceof ApiError ? failure.details : {};
  const sheets = preview?.sheets ?? (Array.isArray(details.sheets) ? details.sheets.map(String) : []);
  const sheet = preview?.sheet ?? String(details.sheet ?? '');
  if (sheets.length < 2) return null;
  return (
    <NativeSelect
      label="Worksheet"
      data={[...sheets]}
      value={sheet}
      onChange={(event) => onSheet(event.currentTarget.value)}
    />
  );
}
