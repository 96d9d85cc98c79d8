export type InventoryErrorReason = 'malformed' | 'toolarge' | 'unsupported' | 'invalid';

/**
 * Error for a body that is not an acceptable inventory. `message` is for the administrator of the agent, and
 * `issues` names the invalid fields, if any.
 */
export class InventoryError extends Error {
  override readonly name = 'InventoryError';
  /** Format of the agent once it is known, because the agent reads the error in the same format. */
  wire: { format: 'json' | 'xml'; compression: 'none' | 'gzip' | 'zlib' } | undefined;

  constructor(
    message: string,
    readonly reason: InventoryErrorReason = 'malformed',
    readonly issues: { path: string; message: string }[] = [],
  ) {
    super(message);
  }
}
