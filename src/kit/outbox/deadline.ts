import type { Socket } from 'node:net';
import { DeliveryError } from './delivery-errors.ts';

/** The time in milliseconds for one whole delivery, even if the receiver keeps sending data. */
export const DEADLINE_MS = 15_000;
/**
 * The time in milliseconds in which a webhook receiver must confirm the receipt. It can process the event
 * afterwards.
 */
export const WEBHOOK_MS = 5000;
/** The maximum number of bytes that the receiver may send. */
const MAX_ANSWER_BYTES = 256 * 1024;
const LOOK_MS = 50;

/**
 * Runs `work` over a connection that is destroyed at the deadline, or when the receiver sends too much. The
 * promise then rejects with a `DeliveryError`, whatever the work is waiting for. The connection is destroyed
 * at the end in any case.
 */
export async function withDeadline<T>(socket: Socket, ms: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setInterval(
      () => {
        const isLate = performance.now() - began >= ms;
        if (!isLate && socket.bytesRead <= MAX_ANSWER_BYTES) return;
        const reason = isLate
          ? `did not finish within ${ms / 1000} seconds`
          : 'got a response that is too long';
        reject(new DeliveryError(`The delivery ${reason}.`));
        socket.destroy();
      },
      Math.min(LOOK_MS, ms),
    );
  });
  // Without a handler, the rejection of `late` would be unhandled when the work finishes first.
  late.catch(() => undefined);
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearInterval(timer);
    socket.destroy();
  }
}
