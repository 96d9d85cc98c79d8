import type { IncomingMessage, ServerResponse } from 'node:http';

/** An incoming request, and the response on the same connection. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** True while the caller waits with its body for 100-continue. */
  waits: boolean;
  /** The maximum size of the request body in bytes. */
  maxRequestBodySize: number;
}

/** Returns the body of a request as a stream, which arrives only as fast as it is read. */
export function createBodyStream(exchange: Exchange): ReadableStream<Uint8Array> {
  const { incoming } = exchange;
  // A data listener would start the flow of the body unless it is paused first.
  incoming.pause();
  let pump: Pump;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        pump = new Pump(exchange, controller);
      },
      pull: () => pump.readMore(),
      cancel: () => pump.discardRest(),
    },
    { highWaterMark: 0 },
  );
}

/** Moves a body from the connection into a stream, one chunk for each pull. */
class Pump {
  private size = 0;
  private isRead = true;

  constructor(
    private readonly exchange: Exchange,
    private readonly into: ReadableStreamDefaultController<Uint8Array>,
  ) {
    const { incoming, outgoing } = exchange;
    incoming.on('data', (piece: Buffer) => this.onChunk(piece));
    incoming.once('end', () => this.end(() => into.close()));
    incoming.once('close', () =>
      this.end(() => into.error(new Error('The caller disconnected during the upload.'))),
    );
    // An unread body must be drained before the next request on the connection can be parsed.
    outgoing.once('finish', () => {
      this.end(() => into.error(new Error('The response was already sent.')));
      incoming.resume();
    });
  }

  readMore(): void {
    const { incoming, outgoing, waits } = this.exchange;
    if (waits) outgoing.writeContinue();
    this.exchange.waits = false;
    incoming.resume();
  }

  discardRest(): void {
    this.isRead = false;
  }

  private onChunk(piece: Buffer): void {
    this.size += piece.byteLength;
    const { incoming, maxRequestBodySize } = this.exchange;
    if (this.size > maxRequestBodySize) this.tooLarge();
    if (!this.isRead) return;
    incoming.pause();
    this.into.enqueue(piece);
  }

  private end(onEnd: () => void): void {
    if (this.isRead) onEnd();
    this.isRead = false;
  }

  private tooLarge(): void {
    const { incoming, outgoing } = this.exchange;
    this.end(() => this.into.error(new Error('The body exceeds the limit of this listener.')));
    if (outgoing.headersSent) incoming.destroy();
    else refuseRequest(outgoing, 413);
  }
}

/** Sends a response without a body and closes the connection, without waiting for the rest of the request. */
export function refuseRequest(outgoing: ServerResponse, status: 400 | 413 | 500): void {
  outgoing.writeHead(status, { connection: 'close', 'content-length': 0 }).end();
}
