import {
  compressionOf,
  inflateBounded,
  inventoryTooLargeError,
  MAX_INVENTORY_BYTES,
  type WireCompression,
} from './bounded-inflate.ts';
import { InventoryError } from './inventory-error.ts';
import { parseInventoryJson } from './inventory-json.ts';
import { parseInventoryXml } from './inventory-xml.ts';
import { dropUtf16 } from './text-encoding.ts';

/** What an agent sent: its wire form (an answer takes the same) and its message, keys in lower case. */
export interface InventoryDocument {
  format: 'json' | 'xml';
  compression: WireCompression;
  message: Record<string, unknown>;
}

/** What browsers send from a form of any page; agents never do. */
const FORM_TYPES = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);
const ENCODINGS = new Set(['', 'identity', 'gzip', 'x-gzip', 'deflate']);

/**
 * Decodes a GLPI, FusionInventory or OCS agent's body: JSON or XML, plain, gzip or zlib, told by content.
 * Throws InventoryError on anything else, and on more than `most` bytes before or after inflating.
 */
export function decodeInventoryBody(
  bytes: Uint8Array,
  contentType: string | null,
  contentEncoding: string | null,
  most = MAX_INVENTORY_BYTES,
): InventoryDocument {
  refuseForms(contentType);
  if (bytes.byteLength > most) throw inventoryTooLargeError();
  const inflated = inflateLayers(bytes, (contentEncoding ?? '').trim().toLowerCase(), most);
  const { compression } = inflated;
  const text = dropUtf16(inflated.text);
  const format = formatOf(text);
  const charset = /;\s*charset="?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1];
  try {
    const parse = format === 'json' ? parseInventoryJson : parseInventoryXml;
    return { format, compression, message: parse(text, charset) };
  } catch (cause) {
    // An agent reads a refusal in the format in which it wrote.
    if (cause instanceof InventoryError) cause.wire = { format, compression };
    throw cause;
  }
}

function formatOf(text: Uint8Array): InventoryDocument['format'] {
  const first = firstSignificantByte(text);
  if (first === undefined) throw new InventoryError('The inventory is empty.');
  if (first === 0x7b) return 'json';
  if (first === 0x3c) return 'xml';
  throw new InventoryError('The body is neither a JSON nor an XML inventory.', 'unsupported');
}

function refuseForms(contentType: string | null): void {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!FORM_TYPES.has(type)) return;
  throw new InventoryError(
    'Send the inventory with Content-Type application/json, application/xml or application/x-compress-zlib.',
    'unsupported',
  );
}

/** An agent may compress, and so may HTTP around it: two layers, each told by its magic and each bounded. */
function inflateLayers(
  bytes: Uint8Array,
  encoding: string,
  most: number,
): { text: Uint8Array; compression: WireCompression } {
  if (!ENCODINGS.has(encoding)) {
    throw new InventoryError('The Content-Encoding must be gzip, deflate or identity.', 'unsupported');
  }
  let text = bytes;
  let compression: WireCompression = 'none';
  for (let layer = 0; layer < 2; layer++) {
    const found = compressionOf(text);
    if (found === 'none') break;
    compression = found;
    text = inflateBounded(text, found, most);
  }
  // HTTP's deflate is zlib, but old clients send it without the zlib header.
  if (encoding === 'deflate' && compression === 'none' && !looksLikeText(text))
    text = inflateBounded(text, 'raw', most);
  return { text, compression };
}

function looksLikeText(bytes: Uint8Array): boolean {
  const first = firstSignificantByte(bytes);
  return first === 0x7b || first === 0x3c;
}

/** Skips a UTF-8 byte order mark and JSON/XML white space. */
function firstSignificantByte(bytes: Uint8Array): number | undefined {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return byte;
  }
  return undefined;
}
