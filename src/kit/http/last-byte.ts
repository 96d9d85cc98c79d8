/** The callbacks for the end of a request body, by request. */
const callbacks = new WeakMap<Request, () => Promise<void>>();

/**
 * Registers the callback for the moment at which the request body is complete, whichever reader receives it.
 * The callback rejects the request by throwing.
 */
export const onLastByte = (req: Request, callback: () => Promise<void>): void =>
  void callbacks.set(req, callback);

/** Runs the callback of the request, if it has one. Readers of a body call it at the last byte. */
export const notifyLastByte = (req: Request): Promise<void> | undefined => callbacks.get(req)?.();
