import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { InventoryError } from './inventory-error.ts';

export type WireCompression = 'none' | 'gzip' | 'zlib';

/** Maximum bytes of a body, before and after inflating. */
export const MAX_INVENTORY_BYTES = 16 * 1024 * 1024;

/** Detects gzip (RFC 1952) and zlib (RFC 1950) by their first two bytes. */
export function compressionOf(bytes: Uint8Array): WireCompression {
  const first = bytes[0] ?? 0;
  const second = bytes[1] ?? 0;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  if (first === 0x78 && (first * 256 + second) % 31 === 0) return 'zlib';
  return 'none';
}

/**
 * Inflates a body up to a maximum number of bytes. Throws InventoryError at the first byte beyond it, or for
 * damaged data.
 */
export function inflateBounded(
  bytes: Uint8Array,
  method: 'gzip' | 'zlib' | 'raw',
  most = MAX_INVENTORY_BYTES,
): Uint8Array {
  const inflate = { gzip: gunzipSync, zlib: inflateSync, raw: inflateRawSync }[method];
  try {
    return inflate(bytes, { maxOutputLength: most });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw inventoryTooLargeError();
    throw new InventoryError('The compressed inventory is damaged or incomplete. Send it again.');
  }
}

export function inventoryTooLargeError(): InventoryError {
  return new InventoryError(
    'The inventory is larger than 16 MiB. Disable some categories in the agent.',
    'toolarge',
  );
}
