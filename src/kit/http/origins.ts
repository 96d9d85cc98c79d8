import { AppError } from '../errors.ts';
import type { OwnNames } from './own-names.ts';

interface Site {
  /** The site address in the settings; `''` if there is none. */
  siteUrl(): string;
  trustedProxies: number;
  /** Returns the scheme on which the listener received the request. */
  schemeOf(req: Request): 'http' | 'https';
  ownNames: OwnNames;
}

/**
 * Decides which web pages may write here. A browser sends the origin of the page with each write. A page of
 * another site must not act for a user who is signed in or who is on this network. A request without an
 * origin, as other programs send it, is accepted.
 */
export class Origins {
  constructor(private readonly site: Site) {}

  /**
   * Throws 403 FORBIDDEN for a write from a page of another site. Returns undefined for a request that needs
   * no check.
   */
  check(req: Request): Promise<void> | undefined {
    const origin = req.headers.get('origin');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    return origin === null || isRead ? undefined : this.refuseForeign(origin, req);
  }

  private async refuseForeign(origin: string, req: Request): Promise<void> {
    if (!(await this.isOwn(origin, req)))
      throw new AppError(
        'FORBIDDEN',
        'A page of another site sent this request. If users reach this appliance at that address, enter it as site_url in the settings.',
      );
  }

  private async isOwn(text: string, req: Request): Promise<boolean> {
    const { siteUrl, trustedProxies, ownNames } = this.site;
    const origin = URL.parse(text);
    if (!origin || !/^https?:$/.test(origin.protocol)) return false;
    if (origin.origin === URL.parse(siteUrl())?.origin) return true;
    if (origin.origin !== this.calledUrlOf(req)?.origin) return false;
    // If another site's host name resolves to this server, its pages would otherwise count as pages of this
    // server.
    return trustedProxies > 0 || ownNames.has(origin.hostname);
  }

  /** Returns the address that the client used. Behind a trusted proxy, the forwarded headers contain it. */
  private calledUrlOf(req: Request): URL | null {
    const isBehind = this.site.trustedProxies > 0;
    const forwardedHeader = (name: string) =>
      isBehind ? req.headers.get(name)?.split(',')[0]?.trim() : undefined;
    const scheme = forwardedHeader('x-forwarded-proto') ?? this.site.schemeOf(req);
    return URL.parse(`${scheme}://${forwardedHeader('x-forwarded-host') ?? req.headers.get('host') ?? ''}`);
  }
}
