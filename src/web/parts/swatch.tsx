/** Named colors of types and statuses. The server stores the name. */
export const COLOR_NAMES = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
];

/**
 * Returns the CSS color for a stored color: a color of the palette for a name of `COLOR_NAMES`, any other
 * text unchanged.
 */
function cssColor(color: string): string {
  return COLOR_NAMES.includes(color) ? `var(--mantine-color-${color}-6)` : color;
}

/** Shows a color: a name of `COLOR_NAMES` or any CSS color. */
export function Swatch({ color }: { color: string }) {
  return <span className="mw-swatch" style={{ background: cssColor(color) }} aria-hidden />;
}
