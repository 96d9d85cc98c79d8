import { BrokenArchiveError } from './zip-archive.ts';

/** An element of a workbook: the text of its attributes, and its content. */
export interface XmlElement {
  attributes: string;
  content: string;
}

/** Reads the elements of a name in their order. An element must not contain others of its name. */
export function* readElements(xml: string, name: string): Generator<XmlElement> {
  const opening = new RegExp(`<((?:\\w+:)?${name})(\\s[^<>]*?)?(/?)>`, 'g');
  for (let found = opening.exec(xml); found; found = opening.exec(xml)) {
    const [, tag, attributes = '', isEmpty] = found;
    if (isEmpty) {
      yield { attributes, content: '' };
      continue;
    }
    const end = xml.indexOf(`</${tag}>`, opening.lastIndex);
    if (end < 0) throw new BrokenArchiveError();
    yield { attributes, content: xml.slice(opening.lastIndex, end) };
    opening.lastIndex = end;
  }
}

/** Returns an attribute; undefined when it is missing. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const found = PATTERNS.get(name)?.exec(attributes);
  return found ? decodeText(found[1] ?? found[2] ?? '') : undefined;
}

/** The patterns of attributes, which are few. */
const PATTERNS = new Map(
  ['r', 's', 't', 'id', 'Id', 'name', 'Target', 'date1904', 'numFmtId', 'formatCode'].map((name) => [
    name,
    new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`),
  ]),
);

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Returns a text without XML entities and without the escapes of workbooks, such as `_x000D_`. */
export function decodeText(text: string): string {
  const plain = text.includes('&')
    ? text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, word) => {
        if (word) return ENTITIES.get(word) ?? whole;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;
  return plain.includes('_x')
    ? plain.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : plain;
}

/** Returns the text of a string item: all its runs without phonetic hints. */
export function readItemText(content: string): string {
  let visible = content;
  if (content.includes('rPh'))
    for (const hint of readElements(content, 'rPh')) visible = visible.replace(hint.content, '');
  return [...readElements(visible, 't')].map((item) => decodeText(item.content)).join('');
}
