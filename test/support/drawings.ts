const NS = 'http://www.w3.org/2000/svg';
const ROOT = `<svg xmlns="${NS}" width="1200px" height="800px">`;
const BODY = '<rect x="20" y="20" width="1160" height="760" fill="none" stroke="#333"/></svg>';
const DRAWING = `${ROOT}${BODY}`;
const PREFIXED = `<svg:svg xmlns:svg="${NS}" width="1200" height="800"><svg:rect width="9" height="9"/></svg:svg>`;
/** A document type as drawing programs write it, with short names of namespaces. */
const SUBSET = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_svg "${NS}">
	<!ENTITY ns_layers "http://ns.example.com/Layers/1.0/">
]>`;
const NAMED = `<svg xmlns="&ns_svg;" xmlns:l="&ns_layers;" width="1200px" height="800px" viewBox="0 0 1200 800">`;

const text = (content: string): Buffer => Buffer.from(content);
const utf16le = (content: string): Buffer => Buffer.from(`\uFEFF${content}`, 'utf16le');
const utf16be = (content: string): Buffer => utf16le(content).swap16();

/** Entities that each repeat the previous one ten times. The last one would expand beyond any memory. */
const LAUGHS = Array.from({ length: 12 }, (_, n) =>
  n === 0 ? '<!ENTITY e0 "ha">' : `<!ENTITY e${n} "${`&e${n - 1};`.repeat(10)}">`,
).join('');

/** Drawings of 1200 by 800 pixels that browsers show. */
export const DRAWINGS: readonly [name: string, content: Buffer][] = [
  ['plain', text(DRAWING)],
  ['byte order mark', text(`\uFEFF${DRAWING}`)],
  ['declaration', text(`<?xml version="1.0" encoding="utf-8"?>\n${DRAWING}`)],
  ['internal subset', text(`<?xml version="1.0"?>\n<!-- Drawn -->\n${SUBSET}\n${NAMED}${BODY}`)],
  ['empty internal subset', text(`<!DOCTYPE svg []>${DRAWING}`)],
  ['blanks in the document type', text(`<!DOCTYPE  svg >${DRAWING}`)],
  ['line ends in the document type', text(`<!DOCTYPE\r\n\tsvg\r\n[\r\n]\r\n>\r\n${DRAWING}`)],
  [
    'identifiers in single quotes',
    text(
      `<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>${DRAWING}`,
    ),
  ],
  [
    'markup in the texts of a subset',
    text(`<!DOCTYPE svg [ <!-- ]> ' " --> <?p ]> ' ?> <!ENTITY a "]>"> <!ENTITY b '<svg>'> ] >${DRAWING}`),
  ],
  [
    'elements and attributes in a subset',
    text(`<!DOCTYPE svg [<!ELEMENT g ANY><!ATTLIST g id CDATA "a>">]>${DRAWING}`),
  ],
  ['entity that is never used', text(`<!DOCTYPE svg [${LAUGHS}]>${DRAWING}`)],
  ['prefix', text(PREFIXED)],
  ['prefix of one letter', text(PREFIXED.replaceAll('svg:', 's:').replace(':svg=', ':s='))],
  ['prefix in the document type', text(`<!DOCTYPE svg:svg [ ]>${PREFIXED}`)],
  ['processing instruction', text(`<?xml-stylesheet type="text/css" href="a.css"?>${DRAWING}`)],
  ['processing instruction with markup', text(`<?xml version="1.0"?><?made <svg > " ?>${DRAWING}`)],
  ['comment with markup', text(`<!-- <svg> ' " ]]> -->${DRAWING}`)],
  ['UTF-16, little end first', utf16le(DRAWING)],
  ['UTF-16, big end first', utf16be(DRAWING)],
  ['UTF-16 with a declaration', utf16le(`<?xml version="1.0" encoding="UTF-16"?>\n${DRAWING}`)],
  ['UTF-16 with a subset', utf16be(`<?xml version="1.0" encoding="UTF-16"?>\n${SUBSET}\n${NAMED}${BODY}`)],
  ['attribute of other letters', text(DRAWING.replace(' width', ' größe="1" width'))],
];

/** Texts and files that are not drawings. */
export const NO_DRAWINGS: readonly [name: string, content: Buffer][] = [
  ['nothing', text('')],
  ['text', text('Hall A')],
  ['text before a drawing', text(`Hall A ${DRAWING}`)],
  ['HTML', text(`<!DOCTYPE html><html>${DRAWING}</html>`)],
  ['document type of HTML', text(`<!DOCTYPE html>${DRAWING}`)],
  ['HTML in UTF-16', utf16le(`<html>${DRAWING}</html>`)],
  ['HTML behind a document type', text(`<!DOCTYPE svg><html>${DRAWING}</html>`)],
  ['HTML behind a subset', text(`<!DOCTYPE svg [<!ENTITY a "<svg>">]><html>${DRAWING}</html>`)],
  ['HTML behind a processing instruction', text(`<?made <svg >?><script>alert(1)</script>${DRAWING}`)],
  ['script', text('<script>alert(1)</script>')],
  ['other element', text('<svgx width="1" height="1"/>')],
  ['other element with a prefix', text(`<svg:g xmlns:svg="${NS}" width="1" height="1"/>`)],
  ['prefix of another namespace', text('<a:svg xmlns:a="urn:example:other" width="1" height="1"/>')],
  ['prefix without a namespace', text('<a:svg width="1" height="1"/>')],
  ['other namespace', text('<svg xmlns="http://www.w3.org/1999/xhtml" width="1" height="1"/>')],
  ['subset that never ends', text(`<!DOCTYPE svg [<!ENTITY a "b">${DRAWING}`)],
  ['quote that never ends', text(`<!DOCTYPE svg [<!ENTITY a "b>]>${DRAWING.replaceAll('"', "'")}`)],
  ['comment that never ends', text(`<!DOCTYPE svg [<!-- ]>${DRAWING}`)],
  ['instruction that never ends', text(`<?made >${DRAWING}`)],
  ['element in the document type', text(`<!DOCTYPE svg <svg>>${DRAWING}`)],
  ['UTF-16 without a mark', utf16le(DRAWING).subarray(2)],
];

/** Drawings whose size is an entity. Browsers expand it; the appliance does not. */
export const ENTITY_SIZES: readonly [name: string, content: Buffer][] = [
  [
    'width',
    text(`<!DOCTYPE svg [<!ENTITY w "12">]><svg xmlns="${NS}" width="&w;" height="8" viewBox="0 0 1 1"/>`),
  ],
  ['viewBox', text(`<!DOCTYPE svg [<!ENTITY b "0 0 12 8">]><svg xmlns="${NS}" viewBox="&b;"/>`)],
  ['nested entities', text(`<!DOCTYPE svg [${LAUGHS}]><svg xmlns="${NS}" width="&e11;" height="&e11;"/>`)],
];
