/** The callbacks for the end of a request body, by request. */
const callbacks = new WeakMap<Request, () => Promise<void>>();

/**
 * Registers a callback for the moment at which the request body is complete, whichever code reads it. The
 * callback rejects the request by throwing.
 */
export const onLastByte = (req: Request, callback: () => Promise<void>): void =>
  void callbacks.set(req, callback);

/**
 * Runs the callback of the request. Each reader of a body calls it at the last byte, before the body is used.
 */
export const notifyLastByte = (req: Request): Promise<void> | undefined => callbacks.get(req)?.();
