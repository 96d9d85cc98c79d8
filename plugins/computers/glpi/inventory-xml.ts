import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { InventoryError } from './inventory-error.ts';
import { MAX_DEPTH } from './inventory-json.ts';
import { decodeText, findDeclaredEncoding } from './text-encoding.ts';
import { repairXml } from './xml-repair.ts';

/**
 * Maximum tags. A computer with 3,000 programs has about 60,000; the parser takes seconds for millions of
 * empty ones.
 */
const MAX_TAGS = 400_000;
/** Maximum bytes of one tag, and of one tag with the text that follows it. */
const MAX_TAG_BYTES = 4096;
const MAX_RUN_BYTES = 1024 * 1024;
/** Maximum characters of a text in which references are decoded. In a longer text, they stay as they are. */
const MAX_TEXT_LENGTH = 65_536;
const [OPEN, CLOSE] = [0x3c, 0x3e];

type Branch = Record<string, unknown>;

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  processEntities: false,
  maxNestedTags: MAX_DEPTH,
  transformTagName: (name) => name.toLowerCase(),
  tagValueProcessor: (_name, text) => decodeReferences(text),
});

/**
 * Parses an OCS or FusionInventory message into the shape of the JSON format: deviceid, action, content.
 * `charset` comes from the request and applies when the document declares no encoding. Throws InventoryError
 * when it is malformed beyond repair, nested too deeply or too large, contains a document type, has no
 * REQUEST, or several devices.
 */
export function parseInventoryXml(bytes: Uint8Array, charset?: string): Branch {
  refuseFloods(bytes);
  const text = decodeText(bytes, findDeclaredEncoding(bytes) ?? charset);
  if (hasDocumentType(text)) {
    throw new InventoryError(
      'The XML inventory must not contain a document type or entities.',
      'unsupported',
    );
  }
  const request = branch(parseTree(text).request);
  if (request === undefined) throw new InventoryError('The XML inventory has no REQUEST element.');
  const query = typeof request.query === 'string' ? request.query.toLowerCase() : 'inventory';
  return { deviceid: request.deviceid, action: query, content: foldContent(branch(request.content)) };
}

/** Start and end of CDATA sections and comments. Their text is not markup. */
const SECTIONS = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
] as const;

const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;

/** Reports whether a document declares a document type or an entity, outside of sections and comments. */
function hasDocumentType(text: string): boolean {
  for (let at = text.indexOf('<!'); at !== -1; at = text.indexOf('<!', at)) {
    const section = SECTIONS.find(([begin]) => text.startsWith(begin, at));
    const end = section ? text.indexOf(section[1], at + section[0].length) : at + 2;
    if (end === -1) return DECLARATION.test(text.slice(at));
    if (!section && DECLARATION.test(text.slice(at, at + 9))) return true;
    at = end;
  }
  return false;
}

/**
 * Throws InventoryError for a message with too many tags, or with a too large tag or text. It scans the bytes
 * once, because the parser would use seconds and unlimited memory for input that no agent sends.
 */
function refuseFloods(bytes: Uint8Array): void {
  let tags = 0;
  for (let at = bytes.indexOf(OPEN); at !== -1; ) {
    if (++tags > MAX_TAGS) throw flood(`has more than ${MAX_TAGS} tags`);
    const next = bytes.indexOf(OPEN, at + 1);
    const end = next < 0 ? bytes.length : next;
    if (end - at > MAX_RUN_BYTES) throw flood('has a text larger than 1 MiB');
    const isTag = bytes[at + 1] !== 0x21;
    if (isTag && end - at > MAX_TAG_BYTES && !bytes.subarray(at, at + MAX_TAG_BYTES).includes(CLOSE))
      throw flood('has a tag larger than 4 KiB');
    at = next;
  }
}

const flood = (what: string) => new InventoryError(`The XML inventory ${what}.`, 'toolarge');

function parseTree(text: string): Branch {
  try {
    // The parser accepts unclosed elements, so without this check a truncated inventory would pass as a short
    // one.
    if (XMLValidator.validate(text) === true) return parser.parse(text) as Branch;
    const repaired = repairXml(text);
    if (repaired !== undefined && XMLValidator.validate(repaired) === true)
      return parser.parse(repaired) as Branch;
  } catch {
    throw new InventoryError(`The XML inventory is malformed or nests deeper than ${MAX_DEPTH} levels.`);
  }
  throw new InventoryError('The inventory is not well-formed XML.');
}

/**
 * Converts an SNMP message to the shape of the JSON format. It has one device under DEVICE, whose INFO is
 * `network_device` in JSON. Throws InventoryError for several devices.
 */
function foldContent(content: Branch | undefined): Branch | undefined {
  if (Array.isArray(content?.device)) {
    throw new InventoryError('Send one device in each network inventory message.', 'unsupported');
  }
  const device = branch(content?.device);
  // A device that did not answer is reported as DEVICE with an ERROR inside.
  if (device === undefined || device.error !== undefined) return content;
  const info = branch(Array.isArray(device.info) ? device.info.find(branch) : device.info);
  return {
    ...content,
    network_device: info ?? foldDiscovered(device),
    cartridges: device.cartridges,
    pagecounters: device.pagecounters,
    network_ports: device.ports,
    network_components: device.components,
  };
}

/** Converts a device from network discovery, which writes its few fields directly into DEVICE. */
function foldDiscovered(device: Branch): Branch {
  const { snmphostname, dnshostname, netbiosname, ip, mac, type, serial, manufacturer, model } = device;
  return {
    name: snmphostname ?? dnshostname ?? netbiosname,
    ips: ip,
    mac,
    type,
    serial,
    manufacturer,
    model,
  };
}

function branch(value: unknown): Branch | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return value as Branch;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Decodes the five predefined entities and character references in one pass, so that nothing is decoded
 * twice. A text above `MAX_TEXT_LENGTH` stays as it is.
 */
function decodeReferences(text: string): string {
  if (text.length > MAX_TEXT_LENGTH || !text.includes('&')) return text;
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name, dec, hex) => {
      if (name) return NAMED[(name as string).toLowerCase()] ?? whole;
      const code = dec ? Number.parseInt(dec, 10) : Number.parseInt(hex, 16);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    },
  );
}
