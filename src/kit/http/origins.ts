import { AppError } from '../errors.ts';
import type { OwnNames } from './own-names.ts';

interface Site {
  /** The address that the settings give; `''` for none. */
  siteUrl(): string;
  trustedProxies: number;
  /** How the listener was spoken to. */
  schemeOf(req: Request): 'http' | 'https';
  ownNames: OwnNames;
}

/**
 * Which pages may write here. A browser says from where a page comes that sends something; one of another site must not
 * act for whoever happens to be signed in, or to sit on this network. What is no browser says nothing, and passes.
 */
export class Origins {
  constructor(private readonly site: Site) {}

  /** 403 FORBIDDEN for a write that a page of another site sends; undefined for what no page sends. */
  check(req: Request): Promise<void> | undefined {
    const origin = req.headers.get('origin');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    return origin === null || isRead ? undefined : this.judge(origin, req);
  }

  private async judge(origin: string, req: Request): Promise<void> {
    if (!(await this.isOwn(origin, req)))
      throw new AppError(
        'FORBIDDEN',
        'This was sent by a page of another site. If people reach this appliance at that address, enter it as site_url in the settings.',
      );
  }

  private async isOwn(text: string, req: Request): Promise<boolean> {
    const { siteUrl, trustedProxies, ownNames } = this.site;
    const origin = URL.parse(text);
    if (!origin || !/^https?:$/.test(origin.protocol)) return false;
    if (origin.origin === URL.parse(siteUrl())?.origin) return true;
    if (origin.origin !== this.called(req)?.origin) return false;
    // A name of somebody else's that leads here makes this box a part of his site.
    return trustedProxies > 0 || ownNames.has(origin.hostname);
  }

  /** The address that the caller used: behind a trusted proxy, as that says. */
  private called(req: Request): URL | null {
    const isBehind = this.site.trustedProxies > 0;
    const said = (name: string) => (isBehind ? req.headers.get(name)?.split(',')[0]?.trim() : undefined);
    const scheme = said('x-forwarded-proto') ?? this.site.schemeOf(req);
    return URL.parse(`${scheme}://${said('x-forwarded-host') ?? req.headers.get('host') ?? ''}`);
  }
}
