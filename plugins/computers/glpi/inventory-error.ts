export type InventoryErrorReason = 'malformed' | 'toolarge' | 'unsupported' | 'invalid';

/** A body that is no acceptable inventory; `message` is one plain sentence, `issues` names the fields at fault. */
export class InventoryError extends Error {
  override readonly name = 'InventoryError';
  /** How the agent spoke, once that is known: it reads the refusal in the same form. */
  wire: { format: 'json' | 'xml'; compression: 'none' | 'gzip' | 'zlib' } | undefined;

  constructor(
    message: string,
    readonly reason: InventoryErrorReason = 'malformed',
    readonly issues: { path: string; message: string }[] = [],
  ) {
    super(message);
  }
}
