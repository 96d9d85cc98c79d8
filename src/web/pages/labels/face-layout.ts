import type { Label } from '../../../features/labels/label.ts';
import type {
  LabelInput,
  LabelLayout,
  LabelRow,
  LabelSymbol,
} from '../../../features/labels/layout/label-input.ts';
import { layOut, removeOptionalRows } from '../../../features/labels/layout/label-layout.ts';
import { buildLabelRows, describeTooSmall } from '../../../features/labels/layout/label-rows.ts';
import { findSmallestSize, type LabelSides } from '../../../features/labels/layout/smallest-size.ts';
import { type CodeFormat, measureCode } from '../../parts/code-image.tsx';

/** Resolution of the layout: lengths are in fortieths of a millimeter. */
const DOTS_PER_MM = 40;
/** Size in millimeters of the largest module. Larger ones are not easier to read. */
const MAX_MODULE_MM = { qr: 1.25, datamatrix: 1.25, code128: 0.5 };
/** White modules around a code. */
const QUIET_ZONES: Record<CodeFormat, number> = { qr: 4, datamatrix: 2, code128: 10 };
/** Width of a logo beside the name of the plant, relative to the height of the letters of the name. */
export const LOGO_HEIGHTS = 2.2;
/** Factor for the rounding of letter widths by printers and screens. */
const WIDTH_RESERVE = 1.03;

/** The content that all labels share. */
export interface LabelFrame {
  style: 'card' | 'plain';
  site: string;
  hasLogo: boolean;
  /** Set when QR codes have a logo in the middle, which needs more modules. */
  hasMiddle: boolean;
}

const inputOf = (label: Label, frame: LabelFrame): Omit<LabelInput, keyof LabelSides> => {
  const { rows, caption } = buildLabelRows(label, frame.style);
  const hasSite = frame.style === 'card' && (frame.hasLogo || frame.site !== '');
  return {
    dotsPerMm: DOTS_PER_MM,
    symbol: symbolOf(label, frame),
    rows: hasSite ? [{ kind: 'site', text: frame.site }, ...rows] : rows,
    caption,
    measure: (row) => rowWidth(row, frame),
  };
};

function symbolOf({ code: { value, format } }: Label, { hasMiddle }: LabelFrame): LabelSymbol | undefined {
  const shape = measureCode(value, format, hasMiddle);
  return (
    shape && {
      isBars: format === 'code128',
      modules: shape.modules,
      quiet: QUIET_ZONES[format],
      maxModule: MAX_MODULE_MM[format] * DOTS_PER_MM,
    }
  );
}

/** Reports whether a row of a label is printed in bold. */
export const isBold = ({ kind }: LabelRow): boolean => kind === 'number' || kind === 'title';

function rowWidth(row: LabelRow, { hasLogo }: LabelFrame): number {
  const logo = row.kind === 'site' && hasLogo ? LOGO_HEIGHTS : 0;
  return textWidth(row.text, isBold(row)) * WIDTH_RESERVE + logo;
}

const PROBE_PX = 100;
let canvas: CanvasRenderingContext2D | null | undefined;

/** Returns the width of a text in the font of the page, relative to the height of its letters. */
function textWidth(text: string, isBold: boolean): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return text.length;
  canvas.font = `${isBold ? 700 : 400} ${PROBE_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(text).width / PROBE_PX;
}

const dotsOf = ({ width, height }: LabelSides): LabelSides => ({
  width: width * DOTS_PER_MM,
  height: height * DOTS_PER_MM,
});

/**
 * Lays out the face of a label, in fortieths of a millimeter. Returns undefined when its number or its code
 * does not fit.
 */
export const faceOf = (label: Label, frame: LabelFrame, size: LabelSides): LabelLayout | undefined =>
  layOut({ ...inputOf(label, frame), ...dotsOf(size) });

/** Returns a length of a face as a CSS value. */
export const toMillimeters = (dots: number): string => `${dots / DOTS_PER_MM}mm`;

/**
 * Returns the error message when a label does not fit on its size, with the smallest size on which all fit;
 * undefined when all fit.
 */
export function findSizeProblem(
  labels: readonly Label[],
  frame: LabelFrame,
  size: LabelSides,
): string | undefined {
  const tries = labels.map((label) => {
    const input = removeOptionalRows({ ...inputOf(label, frame), ...dotsOf(size) });
    return { label, fits: (on: LabelSides) => layOut({ ...input, ...dotsOf(on) }) !== undefined };
  });
  const failing = tries.filter(({ fits }) => !fits(size));
  const [first, ...others] = failing.map(({ label }) => label);
  return (
    first && describeTooSmall([first, ...others], size, findSmallestSize(failing.map(({ fits }) => fits)))
  );
}
