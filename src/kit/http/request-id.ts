import { randomBytes } from 'node:crypto';

/** Names the requests of one application: its run, then a number. */
export class RequestIds {
  private readonly run = randomBytes(6).toString('hex');
  private count = 0;

  /** A sane id of the caller's own is kept. */
  of(req: Request): string {
    const given = req.headers.get('x-request-id');
    return given && /^[\w.:-]{1,64}$/.test(given) ? given : `${this.run}-${(this.count++).toString(36)}`;
  }
}
