/** What is to be asked when the last byte of a body is there, by the request that it belongs to. */
const asked = new WeakMap<Request, () => Promise<void>>();

/** Has `ask` asked once the body of the request is there as a whole, whoever reads it: it refuses by throwing. */
export const onLastByte = (req: Request, ask: () => Promise<void>): void => void asked.set(req, ask);

/** The body is there: whoever has read it says so before anything is made of it. */
export const notifyLastByte = (req: Request): Promise<void> | undefined => asked.get(req)?.();
