import type { Label } from '../label.ts';
import type { LabelRow } from './label-input.ts';
import type { LabelSides } from './smallest-size.ts';

type LabelContent = Pick<Label, 'title' | 'lines' | 'number' | 'code'>;

/**
 * Returns the rows of a label from top to bottom, and the text below its bar code. A plain label has only the
 * value of the code.
 */
export function buildLabelRows({ title, lines, number, code }: LabelContent, style: 'card' | 'plain') {
  const isNumbered = number !== null;
  const caption: LabelRow = { kind: isNumbered ? 'number' : 'title', text: code.value };
  if (style === 'plain') return { rows: [caption], caption };
  const rows = [title, ...lines].map((text, index): LabelRow => {
    if (isNumbered && text === number) return { kind: 'number', text };
    return { kind: index === 0 ? 'title' : 'line', text: text.replace(/\s+/g, ' ') };
  });
  return { rows, caption };
}

const CODES = { qr: 'a QR code', code128: 'bars', datamatrix: 'a Data Matrix' };

/**
 * Returns the error message for labels that do not fit on a size in millimeters. `smallest` is the size to
 * recommend; undefined when none fits.
 */
export function describeTooSmall(
  failing: readonly [LabelContent, ...LabelContent[]],
  { width, height }: LabelSides,
  smallest: LabelSides | undefined,
): string {
  const [{ title, number, code }] = failing;
  const others = failing.length - 1;
  const subject = `${number ?? title} with ${CODES[code.format]}`;
  const refused =
    others === 0 ? `${subject} does` : `${subject} and ${others} other${others > 1 ? 's' : ''} do`;
  const reason = `${refused} not fit on a label of ${width} × ${height} mm.`;
  const advice = smallest
    ? `The smallest size that fits is ${smallest.width} × ${smallest.height} mm.`
    : 'No label size fits. Choose another code.';
  return `${reason} ${advice}`;
}
