import type { Socket } from 'node:net';
import { DeliveryError } from './delivery-errors.ts';

/** Milliseconds that one delivery may take in all, however busily the other side says nothing. */
export const DEADLINE_MS = 15_000;
/** Milliseconds that a receiver of webhooks has to say that it has one: what it does with it is done later. */
export const WEBHOOK_MS = 5000;
/** Bytes that the other side may say. */
const MAX_ANSWER_BYTES = 256 * 1024;
const LOOK_MS = 50;

/**
 * Does the work over a connection that ends at the deadline, or when the other side says too much: then it is destroyed
 * and this rejects, whatever the work is waiting for.
 */
export async function withDeadline<T>(socket: Socket, ms: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setInterval(
      () => {
        const isLate = performance.now() - began >= ms;
        if (!isLate && socket.bytesRead <= MAX_ANSWER_BYTES) return;
        const reason = isLate ? `was not done within ${ms / 1000} seconds` : 'was answered with too much';
        reject(new DeliveryError(`The delivery ${reason}.`));
        socket.destroy();
      },
      Math.min(LOOK_MS, ms),
    );
  });
  // Met by nobody when the work is through first.
  late.catch(() => undefined);
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearInterval(timer);
    socket.destroy();
  }
}
