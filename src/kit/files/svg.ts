/** Pixels of each unit, as image viewers take them. */
const UNITS: Record<string, number> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  m: 9600 / 2.54,
  pc: 16,
  pt: 96 / 72,
  em: 16,
  ex: 8,
};

/**
 * The attributes of the root of an SVG drawing, by lower-case name; undefined when the text is none. One walk over the
 * text, so that nothing in it can make it slow: what cannot be read further is no drawing.
 */
export function svgRoot(text: string): Map<string, string> | undefined {
  const start = afterProlog(text);
  return start !== undefined && /^<svg[\s/>]/i.test(text.slice(start, start + 5))
    ? attributesAt(text, start + 4)
    : undefined;
}

/** Where the first element begins: past the declaration, comments and the document type. */
function afterProlog(text: string): number | undefined {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    while (/^\s$/.test(text.charAt(at))) at++;
    const end = endOfProlog(text, at);
    if (end === undefined) return at;
    const found = text.indexOf(end, at);
    if (found < 0) return undefined;
    at = found + end.length;
  }
}

/** What ends the declaration, comment or document type that begins here. */
function endOfProlog(text: string, at: number): string | undefined {
  if (text.startsWith('<!--', at)) return '-->';
  const start = text.slice(at, at + 13).toLowerCase();
  return start.startsWith('<?xml') || start === '<!doctype svg' ? '>' : undefined;
}

function attributesAt(text: string, start: number): Map<string, string> {
  const attributes = new Map<string, string>();
  // Each piece begins where the one before it ended, and none of its parts can take what belongs to the next.
  const attribute = /\s*([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  attribute.lastIndex = start;
  for (let found = attribute.exec(text); found; found = attribute.exec(text))
    attributes.set(found[1]!.toLowerCase(), found[2] ?? found[3]!);
  return attributes;
}

/** Native pixels: by width and height, else by the viewBox, else null. */
export function svgSize(root: ReadonlyMap<string, string>): { width: number; height: number } | null {
  const [width, height] = [lengthOf(root.get('width')), lengthOf(root.get('height'))];
  if (width && height) return { width, height };
  const box = (root.get('viewbox') ?? '')
    .trim()
    .slice(0, 200)
    .split(/[\s,]+/)
    .map(Number);
  const [boxwidth = 0, boxheight = 0] = box.slice(2);
  if (!(boxwidth > 0 && boxheight > 0)) return null;
  if (width) return { width, height: Math.round((width / boxwidth) * boxheight) };
  if (height) return { width: Math.round((height / boxheight) * boxwidth), height };
  return { width: Math.round(boxwidth), height: Math.round(boxheight) };
}

function lengthOf(text: string | undefined): number | undefined {
  const [, number = '', unit = 'px'] =
    /^([\d.]{1,20}(?:e\d{1,3})?)([a-z]{1,2})?$/i.exec((text ?? '').trim()) ?? [];
  const length = Math.round(Number(number || Number.NaN) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
  return length > 0 ? length : undefined;
}
