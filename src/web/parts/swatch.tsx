/** Named colours that a type or a status may have; the server keeps the name. */
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

/** CSS colour of a stored one: `#rrggbb` as it is, a name from the palette. */
function cssColor(color: string): string {
  return COLOR_NAMES.includes(color) ? `var(--mantine-color-${color}-6)` : color;
}

export function Swatch({ color }: { color: string }) {
  return <span className="mw-swatch" style={{ background: cssColor(color) }} aria-hidden />;
}
