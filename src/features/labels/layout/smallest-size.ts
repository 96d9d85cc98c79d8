/** The sides of a label in millimeters. */
export interface LabelSides {
  width: number;
  height: number;
}

const SMALLEST_MM = 15;

const LARGEST_MM = 210;

/**
 * Returns a size in whole millimeters on which all labels fit; undefined when there is none. It is the
 * smallest by area for one label. For several it grows label by label, so a smaller one may exist. Each
 * function reports whether one label fits on a size.
 */
export function findSmallestSize(labels: readonly ((size: LabelSides) => boolean)[]): LabelSides | undefined {
  let size: LabelSides | undefined = { width: SMALLEST_MM, height: SMALLEST_MM };
  for (let index = 0; index < labels.length && size; ) {
    const fits = labels[index]!;
    if (fits(size)) index++;
    else {
      size = smallestFrom(size, fits);
      index = 0;
    }
  }
  return size;
}

function smallestFrom(from: LabelSides, fits: (size: LabelSides) => boolean): LabelSides | undefined {
  if (!fits({ width: LARGEST_MM, height: LARGEST_MM })) return undefined;
  let best: LabelSides | undefined;
  let area = Number.POSITIVE_INFINITY;
  for (let width = from.width; width <= LARGEST_MM; width++) {
    // Most widths that are too small are too small for every height.
    if (!fits({ width, height: LARGEST_MM })) continue;
    for (let height = from.height; height <= LARGEST_MM && width * height < area; height++) {
      if (!fits({ width, height })) continue;
      best = { width, height };
      area = width * height;
    }
  }
  return best;
}
