import { NativeSelect, NumberInput } from '@mantine/core';
import { PAPERS } from '../../../features/labels/layout/paper.ts';
import type { LabelLook } from './label-look.ts';
import {
  CUSTOM_SHEET,
  countLabels,
  fitsPaper,
  SHEET_FIELDS,
  SHEETS,
  type SheetLayout,
} from './sheet-layout.ts';

interface SheetOptionsProps {
  look: LabelLook;
  onLook: (look: LabelLook) => void;
  start: number;
  onStart: (start: number) => void;
  /** Error message when the labels do not fit on the sheet. */
  problem: string | undefined;
}

/** Lets the user choose the sheet in the printer and the first position. */
export function SheetOptions({ look, onLook, start, onStart, problem }: SheetOptionsProps) {
  const { sheet } = look;
  const isOwn = sheet.name === CUSTOM_SHEET;
  const use = (next: SheetLayout) => {
    onLook({ ...look, sheet: next });
    onStart(Math.min(start, countLabels(next) - 1));
  };
  return (
    <>
      <NativeSelect
        label="Sheet"
        data={[...SHEETS.map(({ name }) => name), CUSTOM_SHEET]}
        value={sheet.name}
        error={problem}
        className="mw-label-size"
        onChange={(event) => {
          const chosen = SHEETS.find(({ name }) => name === event.currentTarget.value);
          use(chosen ?? { ...sheet, name: CUSTOM_SHEET });
        }}
      />
      {isOwn && <OwnSheet sheet={sheet} onSheet={use} />}
      <NumberInput
        label="Start at position"
        w={140}
        min={1}
        max={countLabels(sheet)}
        allowDecimal={false}
        value={start + 1}
        onChange={(value) => onStart(Math.min(countLabels(sheet), Math.max(1, Number(value) || 1)) - 1)}
      />
    </>
  );
}

function OwnSheet({ sheet, onSheet }: { sheet: SheetLayout; onSheet: (sheet: SheetLayout) => void }) {
  return (
    <>
      <NativeSelect
        label="Paper"
        data={Object.keys(PAPERS)}
        value={sheet.paper}
        onChange={(event) => onSheet({ ...sheet, paper: event.currentTarget.value as SheetLayout['paper'] })}
      />
      {SHEET_FIELDS.map(({ key, title, min, max, whole }) => (
        <NumberInput
          key={key}
          label={whole ? title : `${title}, mm`}
          w={120}
          min={min}
          max={max}
          allowDecimal={!whole}
          decimalScale={2}
          clampBehavior="blur"
          value={sheet[key]}
          onChange={(value) =>
            onSheet({ ...sheet, [key]: Math.min(max, Math.max(min, Number(value) || min)) })
          }
        />
      ))}
      {!fitsPaper(sheet) && (
        <p className="mw-error" role="alert">
          The labels do not fit on the paper.
        </p>
      )}
    </>
  );
}
