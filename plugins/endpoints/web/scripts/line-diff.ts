/**
 * A line of the older text, of the newer text or of both. `-` is only in the older text, `+` only in the
 * newer one.
 */
export interface DiffLine {
  change: ' ' | '-' | '+';
  text: string;
  /**
   * Line number in the older text, and in the newer one, from 1. Absent when that text does not contain the
   * line.
   */
  older?: number;
  newer?: number;
}

/**
 * Maximum number of cells of the comparison table. Above it, the middle is shown as replaced, because such a
 * difference is unreadable anyway.
 */
const MAX_CELLS = 4_000_000;

/**
 * Returns the line-by-line difference of two texts. Line breaks of Windows and a line break at the end do not
 * count as differences.
 */
export function computeLineDiff(older: string, newer: string): DiffLine[] {
  const [a, b] = [linesOf(older), linesOf(newer)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const unchangedLine = (line: string): [DiffLine['change'], string] => [' ', line];
  const steps = [
    ...a.slice(0, head).map(unchangedLine),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(unchangedLine),
  ];
  return numberLines(steps);
}

const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

function numberLines(steps: readonly [DiffLine['change'], string][]): DiffLine[] {
  let [older, newer] = [0, 0];
  return steps.map(([change, text]) => ({
    change,
    text,
    older: change === '+' ? undefined : ++older,
    newer: change === '-' ? undefined : ++newer,
  }));
}

/**
 * Keeps the longest common subsequence of lines; all others are removed or added. For long texts, all lines
 * are removed and added.
 */
function middle(a: readonly string[], b: readonly string[]): [DiffLine['change'], string][] {
  const toRemoved = (line: string): [DiffLine['change'], string] => ['-', line];
  const toAdded = (line: string): [DiffLine['change'], string] => ['+', line];
  if (a.length * b.length > MAX_CELLS) return [...a.map(toRemoved), ...b.map(toAdded)];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j]!;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const steps: [DiffLine['change'], string][] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      steps.push([' ', a[i]!]);
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) steps.push(toRemoved(a[i++]!));
    else steps.push(toAdded(b[j++]!));
  }
  return [...steps, ...a.slice(i).map(toRemoved), ...b.slice(j).map(toAdded)];
}

/**
 * Returns the changed lines, with up to `around` equal lines before and after each. One `null` replaces each
 * run of equal lines that is left out, also at the start and at the end.
 */
export function selectAroundChanges(lines: readonly DiffLine[], around = 3): (DiffLine | null)[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ change }) => change !== ' '),
  );
  return lines.flatMap((line, index): (DiffLine | null)[] => {
    if (near[index]) return [line];
    return near[index - 1] || index === 0 ? [null] : [];
  });
}
