import { expect } from 'bun:test';
import { createChooser } from '../../../test/support/random.ts';
import { decodeInventoryBody, type NormalizedInventory, normalizeInventory } from '../glpi/index.ts';
import { omitAffected, readSample } from './odd-inventories.ts';

const NAMES = ['computer_flagged_adapters', 'printer_without_units'];
/** Placeholder of a byte that is invalid in UTF-8. */
const WRONG_BYTE = '\ue000';

/** Functions that return another text for an element. */
const TEXTS: readonly ((text: string, tag: string) => string)[] = [
  () => '',
  () => ' \n ',
  () => 'R & D',
  () => 'a < b',
  () => '&',
  () => '<',
  () => 'Tools <beta> 2',
  () => 'Tools </beta> 2',
  () => 'me <me@plant.example>',
  () => '<![CDATA[a & b <c>]]>',
  () => '<!-- nothing -->',
  () => 'x'.repeat(300),
  () => '5 > 4 &amp; 3 &lt; 4 &unknown; &#0; &#xFFFF; &#xD800;',
  () => '\u0002\u0000\uffff',
  () => `Op${WRONG_BYTE}rateur`,
  () => `ü${WRONG_BYTE}${WRONG_BYTE}ß`,
  () => '<a><b>1</b></a>',
  (text) => `<a>${text}</a> <b/>`,
  (text, tag) => `${text}</${tag}><${tag}>other`,
  (text, tag) => `${text}</${tag}><${tag}/><${tag}>`,
];

interface Leaf {
  /** Start of the text; `to` is its end. */
  from: number;
  to: number;
  tag: string;
  /** Path of the field in the JSON format. */
  path: string[];
}

/** Returns the elements of the content that contain only text. */
function leavesOf(xml: string): Leaf[] {
  const open: string[] = [];
  const leaves: Leaf[] = [];
  for (const { 0: whole, 1: slash, 2: tag, index } of xml.matchAll(/<(\/?)([A-Z_0-9]+)( ?\/)?>/g)) {
    if (whole.endsWith('/>')) continue;
    if (!slash) open.push(tag!);
    else {
      const from = xml.lastIndexOf('>', index) + 1;
      const isLeaf =
        xml.slice(from - tag!.length - 1, from - 1) === tag && xml[from - tag!.length - 2] === '<';
      if (isLeaf && open[1] === 'CONTENT') leaves.push({ from, to: index, tag: tag!, path: pathOf(open) });
      open.pop();
    }
  }
  return leaves;
}

function pathOf([, , ...tags]: readonly string[]): string[] {
  const [section, ...rest] = tags.map((tag) => tag.toLowerCase());
  if (section !== 'device') return [section!, ...rest];
  const names: Readonly<Record<string, string>> = { info: 'network_device', ports: 'network_ports' };
  return [names[rest[0]!] ?? rest[0]!, ...rest.slice(1)];
}

function read(xml: string): NormalizedInventory {
  const bytes = Buffer.concat(
    xml.split(WRONG_BYTE).flatMap((part) => [Buffer.from(part), Buffer.from([0xe9])]),
  );
  return normalizeInventory(decodeInventoryBody(bytes.subarray(0, -1), 'application/xml', null));
}

/** Reads real XML inventories with another text in one element each, and compares all other values. */
export function readChangedXml(changes: number, seed: number): number {
  const random = createChooser(seed);
  const originals = NAMES.map((name) => {
    const xml = readSample(`glpi-xml/${name}.xml`);
    return { xml, record: read(xml), leaves: leavesOf(xml) };
  });
  for (let n = 0; n < changes; n++) {
    const { xml, record, leaves } = random.oneOf(originals);
    const { from, to, tag, path } = random.oneOf(leaves);
    const text = random.oneOf(TEXTS)(xml.slice(from, to), tag);
    const changed = read(xml.slice(0, from) + text + xml.slice(to));
    const what = `${path.join('.')} = ${text.slice(0, 80)}`;
    expect([what, omitAffected(changed, path)]).toEqual([what, omitAffected(record, path)]);
  }
  return changes;
}
