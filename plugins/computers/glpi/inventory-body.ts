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
import { convertUtf16ToUtf8 } from './text-encoding.ts';

/**
 * Decoded message of an agent, with the format that the answer must use too. Names of XML elements are in
 * lower case.
 */
export interface InventoryDocument {
  format: 'json' | 'xml';
  compression: WireCompression;
  message: Record<string, unknown>;
}

/** Content types that a browser sends from a form on any page. Agents never send them. */
const FORM_TYPES = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);
const ENCODINGS = new Set(['', 'identity', 'gzip', 'x-gzip', 'deflate']);

/**
 * Decodes the body of a GLPI, FusionInventory or OCS agent. It is JSON or XML, plain or compressed with gzip
 * or zlib, and detected by its content. Throws InventoryError for anything else, for the Content-Type of a
 * form, and for more than the maximum bytes before or after inflating.
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
  const text = convertUtf16ToUtf8(inflated.text);
  const format = formatOf(text);
  const charset = /;\s*charset="?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1];
  try {
    const parse = format === 'json' ? parseInventoryJson : parseInventoryXml;
    return { format, compression, message: parse(text, charset) };
  } catch (cause) {
    // An agent reads an error in the format of its request.
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

/**
 * Inflates up to two layers, because both the agent and HTTP may compress. Each layer is detected by its
 * first bytes, and its size is limited.
 */
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
  // The deflate encoding of HTTP is zlib, but old clients omit the zlib header.
  if (encoding === 'deflate' && compression === 'none' && !looksLikeText(text))
    text = inflateBounded(text, 'raw', most);
  return { text, compression };
}

function looksLikeText(bytes: Uint8Array): boolean {
  const first = firstSignificantByte(bytes);
  return first === 0x7b || first === 0x3c;
}

/** Returns the first byte after a UTF-8 byte order mark and JSON or XML white space. */
function firstSignificantByte(bytes: Uint8Array): number | undefined {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return byte;
  }
  return undefined;
}
