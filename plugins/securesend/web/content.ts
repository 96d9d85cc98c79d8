/** The content of a secret: a text or a small file. */
export type Content =
  | { kind: 'text'; text: string }
  | { kind: 'file'; name: string; bytes: Uint8Array<ArrayBuffer> };

const TEXT = 1;
const FILE = 2;
const MAX_NAME_BYTES = 255;

/**
 * Encodes content for encryption: a byte for the kind, for a file the length of its name and the name, then
 * the data. A name is cut to 255 bytes.
 */
export function packContent(content: Content): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  if (content.kind === 'text') return concatBytes([TEXT], encoder.encode(content.text));
  const name = encoder.encode(content.name).subarray(0, MAX_NAME_BYTES);
  return concatBytes([FILE, name.length], name, content.bytes);
}

/**
 * Decodes decrypted bytes. Removes path separators and control characters from the name of a file. Returns
 * undefined when the bytes have no valid format.
 */
export function unpackContent(bytes: Uint8Array<ArrayBuffer>): Content | undefined {
  const [kind, length = 0] = bytes;
  if (kind === TEXT) return { kind: 'text', text: decodeText(bytes.subarray(1)) };
  if (kind !== FILE || bytes.length < 2 + length) return undefined;
  const name = safeName(decodeText(bytes.subarray(2, 2 + length)));
  return { kind: 'file', name, bytes: bytes.slice(2 + length) };
}

function concatBytes(...parts: (readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const decodeText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Removes path separators, control characters and marks that change the displayed direction of a name. */
const safeName = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  name.replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/g, '').trim() || 'file';
