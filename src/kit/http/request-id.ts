import { randomBytes } from 'node:crypto';

/** Issues the IDs of requests: a random ID of this run, then a number. */
export class RequestIds {
  private readonly run = randomBytes(6).toString('hex');
  private count = 0;

  /** Returns the ID from the request if it is well-formed, else a new one. */
  of(req: Request): string {
    const header = req.headers.get('x-request-id');
    return header && /^[\w.:-]{1,64}$/.test(header) ? header : `${this.run}-${(this.count++).toString(36)}`;
  }
}
