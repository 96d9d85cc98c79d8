import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that arrives, and the answer that goes out on the same connection. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** The caller holds his body back until he is asked for it (Expect: 100-continue). */
  waits: boolean;
  /** Bytes. */
  maxRequestBodySize: number;
}

/** The body of a request, as fast as it is read. */
export function createBodyStream(exchange: Exchange): ReadableStream<Uint8Array> {
  const { incoming } = exchange;
  // Whoever listens for data starts it, unless it was stopped before.
  incoming.pause();
  let pump: Pump;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        pump = new Pump(exchange, controller);
      },
      pull: () => pump.more(),
      cancel: () => pump.unwanted(),
    },
    { highWaterMark: 0 },
  );
}

/** Moves a body from the connection into a stream, a piece for each time that it is asked. */
class Pump {
  private size = 0;
  private wanted = true;

  constructor(
    private readonly exchange: Exchange,
    private readonly into: ReadableStreamDefaultController<Uint8Array>,
  ) {
    const { incoming, outgoing } = exchange;
    incoming.on('data', (piece: Buffer) => this.take(piece));
    incoming.once('end', () => this.end(() => into.close()));
    incoming.once('close', () => this.end(() => into.error(new Error('The caller left while sending.'))));
    // What nobody has read must leave the connection before the next request on it is met.
    outgoing.once('finish', () => {
      this.end(() => into.error(new Error('The request is answered already.')));
      incoming.resume();
    });
  }

  more(): void {
    const { incoming, outgoing, waits } = this.exchange;
    if (waits) outgoing.writeContinue();
    this.exchange.waits = false;
    incoming.resume();
  }

  unwanted(): void {
    this.wanted = false;
  }

  private take(piece: Buffer): void {
    this.size += piece.byteLength;
    const { incoming, maxRequestBodySize } = this.exchange;
    if (this.size > maxRequestBodySize) this.tooLarge();
    if (!this.wanted) return;
    incoming.pause();
    this.into.enqueue(piece);
  }

  private end(tell: () => void): void {
    if (this.wanted) tell();
    this.wanted = false;
  }

  private tooLarge(): void {
    const { incoming, outgoing } = this.exchange;
    this.end(() => this.into.error(new Error('The body is larger than this listener takes.')));
    if (outgoing.headersSent) incoming.destroy();
    else refuseRequest(outgoing, 413);
  }
}

/** An answer without words, after which the connection is closed: nothing more of the request is waited for. */
export function refuseRequest(outgoing: ServerResponse, status: 400 | 413 | 500): void {
  outgoing.writeHead(status, { connection: 'close', 'content-length': 0 }).end();
}
