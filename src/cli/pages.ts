import type { Config } from '../kit/config.ts';
import { pathOf } from '../kit/http/path-of.ts';
import { type PageMetas, serveUi, type UiFiles } from '../kit/http/static-ui.ts';
import type { CertificateDetails } from '../kit/tls/certificate.ts';

/**
 * The duration of HSTS: 30 days. Every visit renews it. After a return to a self-signed certificate, browsers
 * insist on HTTPS for at most this time.
 */
const STRICT_SECONDS = 30 * 24 * 60 * 60;

/**
 * Returns the handler for the pages of the UI, below the base path only. The handler returns null for any
 * other path, and when the handler of `serveUi` returns null. It sets the header `Strict-Transport-Security`
 * if `isStrict` allows it.
 */
export function createPageHandler(
  config: Config,
  files: UiFiles,
): (req: Request, certificate: CertificateDetails | undefined, metas: PageMetas) => Response | null {
  const { basePath } = config;
  const pages = serveUi({ files, basePath });
  const answer = (
    req: Request,
    path: string,
    certificate: CertificateDetails | undefined,
    metas: PageMetas,
  ) => {
    const response = pages(req, path, metas);
    if (isStrict(config, certificate))
      response?.headers.set('strict-transport-security', `max-age=${STRICT_SECONDS}`);
    return response;
  };
  return (req, certificate, metas) => {
    const path = pathOf(req.url);
    if (basePath === '') return answer(req, path, certificate, metas);
    const isWithin = path === basePath || path.startsWith(`${basePath}/`);
    return isWithin ? answer(req, path.slice(basePath.length) || '/', certificate, metas) : null;
  };
}

/**
 * Reports whether browsers must insist on HTTPS. Not with a self-signed certificate, because users could not
 * accept its successor. Not beside a plain listener either, because browsers would use HTTPS on that port
 * too.
 */
const isStrict = ({ httpPort }: Config, certificate: CertificateDetails | undefined): boolean =>
  certificate !== undefined && httpPort === null && !certificate.selfsigned;
