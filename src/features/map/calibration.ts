/** A place on the old drawing and the same place on the new one, in pixels. */
export interface Landmark {
  fromx: number;
  fromy: number;
  tox: number;
  toy: number;
}

/** A transform of positions: new x is `ax * x + bx`, new y is `ay * y + by`. */
export interface Transform {
  ax: number;
  bx: number;
  ay: number;
  by: number;
}

const MILLIONTH = 1e6;
const round = (value: number): number => Math.round(value * MILLIONTH) / MILLIONTH;

/**
 * Returns the line `to = a * from + b` with the least squared error; undefined when all `from` values are
 * equal or there are no pairs.
 */
export function fitLine(
  pairs: readonly (readonly [from: number, to: number])[],
): { a: number; b: number } | undefined {
  const meanfrom = pairs.reduce((sum, [from]) => sum + from, 0) / pairs.length;
  const meanto = pairs.reduce((sum, [, to]) => sum + to, 0) / pairs.length;
  let spread = 0;
  let product = 0;
  for (const [from, to] of pairs) {
    spread += (from - meanfrom) ** 2;
    product += (from - meanfrom) * (to - meanto);
  }
  // Positions less than a thousandth of a pixel apart count as equal.
  if (spread < 1e-6) return undefined;
  const a = product / spread;
  return { a, b: meanto - a * meanfrom };
}

/** Returns the transformed position, rounded to millionths of a pixel. */
export const applyTransform = (
  transform: Transform,
  mapx: number,
  mapy: number,
): { newmapx: number; newmapy: number } => ({
  newmapx: round(transform.ax * mapx + transform.bx),
  newmapy: round(transform.ay * mapy + transform.by),
});

/** Returns for each landmark the difference between its target and its transformed position. */
export const residualsOf = (
  transform: Transform,
  landmarks: readonly Landmark[],
): { dx: number; dy: number }[] =>
  landmarks.map(({ fromx, fromy, tox, toy }) => {
    const { newmapx, newmapy } = applyTransform(transform, fromx, fromy);
    return { dx: round(tox - newmapx), dy: round(toy - newmapy) };
  });
