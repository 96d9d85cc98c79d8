/** Lets everybody else on the event loop have a turn: long work does so every few milliseconds. */
export const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How long a turn of long work lasts, in milliseconds: a request beside it hardly notices. */
export const TURN_MS = 10;
