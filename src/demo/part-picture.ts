import type { Random } from './random.ts';
import { type Color, createSmallPng } from './small-png.ts';

const SIZE = 240;
const BACKGROUND: Color = [244, 245, 247];
const FILAMENTS: readonly Color[] = [
  [232, 119, 34],
  [46, 110, 187],
  [58, 62, 68],
  [62, 145, 92],
  [190, 52, 52],
];

/** Functions that report whether a point of the square from -1 to 1 is in the shape. */
const SHAPES = {
  ring: (x, y) => Math.hypot(x, y) < 0.72 && Math.hypot(x, y) > 0.4,
  knob: (x, y) => Math.hypot(x, y) < 0.62 + 0.06 * Math.cos(Math.atan2(y, x) * 8) && Math.hypot(x, y) > 0.16,
  plate: (x, y) =>
    Math.abs(x) < 0.75 &&
    Math.abs(y) < 0.45 &&
    Math.hypot(Math.abs(x) - 0.45, y) > 0.16 &&
    Math.hypot(x, y) > 0.1,
  bracket: (x, y) =>
    (Math.abs(x + 0.45) < 0.22 && Math.abs(y) < 0.7 && Math.hypot(x + 0.45, y + 0.4) > 0.1) ||
    (Math.abs(y - 0.48) < 0.22 && Math.abs(x) < 0.67 && Math.hypot(x - 0.42, y - 0.48) > 0.1),
} satisfies Record<string, (x: number, y: number) => boolean>;
export type Shape = keyof typeof SHAPES;

const shade = ([red, green, blue]: Color, share: number): Color => [
  Math.round(red * share),
  Math.round(green * share),
  Math.round(blue * share),
];

/** Draws a printed part from above in the color of a filament, with layers and a shadow. */
export function pictureOf(shape: Shape, random: Random): Uint8Array<ArrayBuffer> {
  const isPart: (x: number, y: number) => boolean = SHAPES[shape];
  const filament = random.pick(FILAMENTS);
  const at = (pixel: number) => (pixel / SIZE) * 2 - 1;
  return createSmallPng(SIZE, (px, py) => {
    const [x, y] = [at(px), at(py)];
    if (isPart(x, y))
      return shade(filament, (py % 6 < 2 ? 0.93 : 1) * (isPart(x - 0.03, y - 0.03) ? 1 : 0.85));
    return isPart(x - 0.05, y - 0.05) ? shade(BACKGROUND, 0.82) : BACKGROUND;
  });
}
