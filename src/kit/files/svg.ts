import { findRootStart } from './xml-prolog.ts';

/** The size of each unit in pixels, as image viewers define it. */
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

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** The start tag of an SVG root up to its attributes. The element may have a prefix. */
const ROOT = /<(?:([^\s<>/:="'&]{1,100}):)?svg(?=[\s/>])/iy;

/**
 * Returns the text of an XML file. UTF-16 requires a byte order mark, as in browsers. Other encodings are
 * read as UTF-8, which decodes at least the markup correctly.
 */
export function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isBig = first === 0xfe && second === 0xff;
  const isLittle = first === 0xff && second === 0xfe;
  return new TextDecoder(isBig ? 'utf-16be' : isLittle ? 'utf-16le' : 'utf-8').decode(bytes);
}

/**
 * Returns the attributes of the root of an SVG file by their lower-case names. Returns undefined when the
 * text is no SVG. The text is read only once, so that no content makes this slow. Entities are not expanded.
 */
export function parseSvgRoot(text: string): Map<string, string> | undefined {
  const start = findRootStart(text);
  if (start === undefined) return undefined;
  ROOT.lastIndex = start;
  const root = ROOT.exec(text);
  if (!root) return undefined;
  const attributes = attributesAt(text, ROOT.lastIndex);
  return isDrawing(attributes, root[1]) ? attributes : undefined;
}

/** Reports whether the element is in the SVG namespace, which may be written as an entity. */
function isDrawing(attributes: ReadonlyMap<string, string>, prefix: string | undefined): boolean {
  const namespace = attributes.get(prefix === undefined ? 'xmlns' : `xmlns:${prefix.toLowerCase()}`);
  if (namespace === undefined) return prefix === undefined;
  return namespace.trim() === NAMESPACE || /^&[^#&;]{1,100};$/.test(namespace);
}

function attributesAt(text: string, start: number): Map<string, string> {
  const attributes = new Map<string, string>();
  // Each match starts where the previous one ended, and no part of it can match the text of the next part.
  const attribute = /\s*([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  attribute.lastIndex = start;
  for (let found = attribute.exec(text); found; found = attribute.exec(text))
    attributes.set(found[1]!.toLowerCase(), found[2] ?? found[3]!);
  return attributes;
}

const SIZES = ['width', 'height', 'viewbox'];

/**
 * Returns the size in pixels by width and height; a missing one follows from the viewBox. Returns null when
 * the file declares no size. Also returns null when an entity is part of it, because browsers would expand
 * the entity and show another size.
 */
export function readSvgSize(root: ReadonlyMap<string, string>): { width: number; height: number } | null {
  if (SIZES.some((name) => root.get(name)?.includes('&'))) return null;
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
