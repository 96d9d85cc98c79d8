import type { Config } from '../kit/config.ts';
import { pathOf } from '../kit/http/path-of.ts';
import { serveUi, type UiFiles } from '../kit/http/static-ui.ts';
import type { CertificateDetails } from '../kit/tls/certificate.ts';

/** Thirty days: every visit renews it, and who goes back to a certificate of the box's own waits no longer. */
const STRICT_SECONDS = 30 * 24 * 60 * 60;

/** The pages of the UI, below the base path only; null for what is none of them. */
export function createPageHandler(
  config: Config,
  files: UiFiles,
): (req: Request, certificate: CertificateDetails | undefined) => Response | null {
  const { basePath } = config;
  const pages = serveUi({ files, basePath });
  const answer = (req: Request, path: string, certificate: CertificateDetails | undefined) => {
    const response = pages(req, path);
    if (isStrict(config, certificate))
      response?.headers.set('strict-transport-security', `max-age=${STRICT_SECONDS}`);
    return response;
  };
  return (req, certificate) => {
    const path = pathOf(req.url);
    if (basePath === '') return answer(req, path, certificate);
    const isWithin = path === basePath || path.startsWith(`${basePath}/`);
    return isWithin ? answer(req, path.slice(basePath.length) || '/', certificate) : null;
  };
}

/**
 * Whether browsers are told to insist on HTTPS. Not with a certificate of the box's own: nobody could click through to
 * its next one. Nor beside a plain listener: they would ask for HTTPS on that port too.
 */
const isStrict = ({ httpPort }: Config, certificate: CertificateDetails | undefined): boolean =>
  certificate !== undefined && httpPort === null && !certificate.selfsigned;
