import { NativeSelect } from '@mantine/core';
import { ApiError } from '../../api/api-error.ts';
import type { ImportState } from './import-state.ts';

interface SheetChoiceProps {
  run: Pick<ImportState, 'preview' | 'failure'>;
  onSheet: (sheet: string) => void;
}

/** Lets the user choose the worksheet of a workbook that has several. Hidden ones are in a group of their own. */
export function SheetChoice({ run: { preview, failure }, onSheet }: SheetChoiceProps) {
  const details = failure instanceof ApiError ? failure.details : {};
  const hidden = preview?.hiddensheets ?? toNames(details.hiddensheets);
  const visible = (preview?.sheets ?? toNames(details.sheets)).filter((name) => !hidden.includes(name));
  const sheet = preview?.sheet ?? String(details.sheet ?? '');
  const others = [...visible, ...hidden].filter((name) => name !== sheet);
  if (others.length === 0) return null;
  return (
    <NativeSelect
      label="Worksheet"
      data={[
        ...(sheet === '' ? [{ value: '', label: 'Choose' }] : []),
        ...visible,
        ...(hidden.length > 0 ? [{ group: 'Hidden', items: [...hidden] }] : []),
      ]}
      value={sheet}
      onChange={(event) => onSheet(event.currentTarget.value)}
    />
  );
}

const toNames = (names: unknown): string[] => (Array.isArray(names) ? names.map(String) : []);
