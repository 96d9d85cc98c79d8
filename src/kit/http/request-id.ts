import { randomBytes } from 'node:crypto';

/** Issues the IDs of requests: a random ID of this run, then a number. */
export class RequestIds {
  private readonly run = randomBytes(6).toString('hex');
  private count = 0;

  /** Returns the ID from the request if it is well-formed, else a new one. */
  of(req: Request): string {
    const given = req.headers.get('x-request-id');
    return given && /^[\w.:-]{1,64}$/.test(given) ? given : `${this.run}-${(this.count++).toString(36)}`;
  }
}
