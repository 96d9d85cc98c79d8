/** Maximum bytes of a tag. Longer ones were rejected earlier. */
const MAX_TAG_BYTES = 4096;
/** Maximum open elements compared with a closing tag. Real documents have seven levels. */
const MAX_OPEN = 64;
const TAG = /^(\/?)([a-z_][\w.:-]*)(?:\s([^<>]*))?$/i;
const REFERENCE = /^&(?:[a-z]\w{0,31}|#\d{1,7}|#x[\da-f]{1,6});/i;
/** Sections in which `<` and `&` are not markup. */
const SECTIONS: readonly (readonly [start: string, end: string])[] = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

interface OpenElement {
  name: string;
  at: number;
  hasChild: boolean;
}

/**
 * Returns the document with blanks for control characters, and with each `&` and `<` escaped that is not
 * markup. The result can still be invalid. Returns undefined when tags are not closed inside an element with
 * children, because such a document is mixed up.
 */
export function repairXml(document: string): string | undefined {
  const text = document.replace(CONTROL, ' ');
  const found = findMarkup(text);
  return found && escapeAt(text, [...found.bare, ...bareReferences(text, found.sections)]);
}

interface Markup {
  /** Positions of each `<` that starts no tag. */
  bare: number[];
  sections: (readonly [from: number, to: number])[];
}

function findMarkup(text: string): Markup | undefined {
  const markup: Markup = { bare: [], sections: [] };
  const open: OpenElement[] = [];
  for (let at = text.indexOf('<'); at !== -1; ) {
    const section = sectionAt(text, at);
    if (section) markup.sections.push([at, section]);
    else if (!readTag(text, at, open, markup.bare)) return undefined;
    at = text.indexOf('<', section ?? at + 1);
  }
  return markup;
}

/** Returns the end of the CDATA section, comment or instruction that starts at a position. */
function sectionAt(text: string, at: number): number | undefined {
  const section = SECTIONS.find(([start]) => text.startsWith(start, at));
  if (!section) return undefined;
  const end = text.indexOf(section[1], at);
  return end === -1 ? text.length : end + section[1].length;
}

/** Processes one `<`. Returns false for a document that escaping cannot repair. */
function readTag(text: string, at: number, open: OpenElement[], bare: number[]): boolean {
  const next = text.indexOf('<', at + 1);
  const inside = text.slice(at + 1, Math.min(next === -1 ? text.length : next, at + MAX_TAG_BYTES));
  const end = inside.indexOf('>');
  const isEmpty = inside[end - 1] === '/';
  const [, slash, name = '', attributes = ''] =
    TAG.exec(end === -1 ? '' : inside.slice(0, isEmpty ? end - 1 : end)) ?? [];
  const isTag = slash !== undefined && (attributes.trim() === '' || /=\s*["']/.test(attributes));
  if (isTag && slash) return close(name, at, open, bare);
  const parent = open.at(-1);
  if (!isTag) bare.push(at);
  else if (!isEmpty) open.push({ name, at, hasChild: false });
  else if (parent) parent.hasChild = true;
  return true;
}

/**
 * Closes an element. Unclosed tags inside it become text. Returns false without a change when a closed
 * element is inside it too.
 */
function close(name: string, at: number, open: OpenElement[], bare: number[]): boolean {
  const from = Math.max(0, open.length - MAX_OPEN);
  const index = open.slice(from).findLastIndex((element) => element.name === name);
  if (index === -1) {
    bare.push(at);
    return true;
  }
  const [, ...unclosed] = open.slice(from + index);
  if (unclosed.length > 0 && open.slice(from + index).some(({ hasChild }) => hasChild)) return false;
  for (const element of unclosed) bare.push(element.at);
  open.length = from + index;
  const parent = open.at(-1);
  if (parent) parent.hasChild = true;
  return true;
}

/** Returns the positions of each `&` outside the sections that starts no reference. */
function bareReferences(text: string, sections: Markup['sections']): number[] {
  const bare: number[] = [];
  let section = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    while (section < sections.length && sections[section]![1] <= at) section++;
    const isInside = section < sections.length && sections[section]![0] <= at;
    if (!isInside && !REFERENCE.test(text.slice(at, at + 40))) bare.push(at);
  }
  return bare;
}

function escapeAt(text: string, positions: readonly number[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const at of positions.toSorted((a, b) => a - b)) {
    pieces.push(text.slice(from, at), text[at] === '<' ? '&lt;' : '&amp;');
    from = at + 1;
  }
  return pieces.join('') + text.slice(from);
}
