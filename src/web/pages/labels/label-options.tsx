import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { LABEL_LIMITS } from '../../../features/labels/layout/paper.ts';
import type { CodeFormat } from '../../parts/code-image.tsx';
import type { LabelLook } from './label-look.ts';
import { clampSize, LABEL_SIZES, type LabelSize, sizeName } from './label-size.ts';

interface LabelOptionsProps {
  look: LabelLook;
  onLook: (look: LabelLook) => void;
  /** Error message when the labels do not fit on their size. */
  problem: string | undefined;
  /** The choice of a template. */
  template: ReactNode;
  /** Options of the sheet, while labels are printed on sheets. */
  sheet: ReactNode;
  /** Further controls, such as those for a label printer. */
  children: ReactNode;
}

/** Lets the user choose the appearance and medium of labels. These controls are not printed. */
export function LabelOptions({ look, onLook, problem, template, sheet, children }: LabelOptionsProps) {
  const { history } = useRouter();
  return (
    <div className="mw-label-options">
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} />}
        onClick={() => (history.canGoBack() ? history.back() : window.close())}
      >
        Back
      </Button>
      {template}
      <SegmentedControl
        aria-label="Style"
        data={[
          { value: 'card', label: 'Card' },
          { value: 'plain', label: 'Plain' },
        ]}
        value={look.style}
        onChange={(style) => onLook({ ...look, style: style as LabelLook['style'] })}
      />
      <SegmentedControl
        aria-label="Code"
        data={[
          { value: 'qr', label: 'QR code' },
          { value: 'code128', label: 'Barcode' },
          { value: 'datamatrix', label: 'Data Matrix' },
        ]}
        value={look.format}
        onChange={(format) => onLook({ ...look, format: format as CodeFormat })}
      />
      <SegmentedControl
        aria-label="Medium"
        data={[
          { value: 'roll', label: 'Roll' },
          { value: 'sheet', label: 'Sheet' },
        ]}
        value={look.medium}
        onChange={(medium) => onLook({ ...look, medium: medium as LabelLook['medium'] })}
      />
      {look.medium === 'roll' ? <SizeOptions look={look} onLook={onLook} problem={problem} /> : sheet}
      <Button
        leftSection={<IconPrinter size={16} />}
        disabled={problem !== undefined}
        onClick={() => window.print()}
      >
        Print
      </Button>
      {children}
    </div>
  );
}

const OTHER_SIZE = 'other';

function SizeOptions({ look, onLook, problem }: Pick<LabelOptionsProps, 'look' | 'onLook' | 'problem'>) {
  const name = sizeName(look.size);
  const isCommon = LABEL_SIZES.some((size) => sizeName(size) === name);
  // The fields stay visible while the user types, even if the size becomes a common one.
  const [isTyped, setTyped] = useState(!isCommon);
  const choose = (chosen: string) => {
    const size = LABEL_SIZES.find((one) => sizeName(one) === chosen);
    setTyped(size === undefined);
    if (size) onLook({ ...look, size });
  };
  const side = (which: keyof LabelSize, title: string) => (
    <TextInput
      key={`${which}-${look.size[which]}`}
      label={title}
      type="number"
      w={104}
      min={LABEL_LIMITS.min}
      max={LABEL_LIMITS.max}
      step="any"
      defaultValue={look.size[which]}
      onBlur={(event) =>
        onLook({ ...look, size: { ...look.size, [which]: clampSize(Number(event.currentTarget.value)) } })
      }
    />
  );
  return (
    <>
      <NativeSelect
        label="Size in mm"
        data={[
          ...LABEL_SIZES.map((size) => ({ value: sizeName(size), label: sizeName(size) })),
          { value: OTHER_SIZE, label: 'Custom size' },
        ]}
        value={isTyped ? OTHER_SIZE : name}
        error={problem}
        className="mw-label-size"
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {isTyped && [side('width', 'Width in mm'), side('height', 'Height in mm')]}
    </>
  );
}
