import type { Config } from '../kit/config.ts';
import { pathOf } from '../kit/http/path-of.ts';
import { serveUi, type UiFiles } from '../kit/http/static-ui.ts';
import { type CertificatePair, describeCertificate } from '../kit/tls/certificate.ts';

/** Thirty days: every visit renews it, and who goes back to a certificate of the box's own waits no longer. */
const STRICT_SECONDS = 30 * 24 * 60 * 60;

/** The pages of the UI, below the base path only; null for what is none of them. */
export function pagesBelow(
  config: Config,
  files: UiFiles,
  certificate: CertificatePair | undefined,
): (req: Request) => Response | null {
  const { basePath } = config;
  const pages = serveUi({ files, basePath });
  const strict = isStrict(config, certificate);
  const answer = (req: Request, path: string) => {
    const response = pages(req, path);
    if (strict) response?.headers.set('strict-transport-security', `max-age=${STRICT_SECONDS}`);
    return response;
  };
  return (req) => {
    const path = pathOf(req.url);
    if (basePath === '') return answer(req, path);
    const isWithin = path === basePath || path.startsWith(`${basePath}/`);
    return isWithin ? answer(req, path.slice(basePath.length) || '/') : null;
  };
}

/**
 * Whether browsers are told to insist on HTTPS. Not with a certificate of the box's own: nobody could click through to
 * its next one. Nor beside a plain listener: they would ask for HTTPS on that port too.
 */
const isStrict = ({ httpPort }: Config, certificate: CertificatePair | undefined): boolean =>
  certificate !== undefined && httpPort === null && !describeCertificate(certificate.cert).selfsigned;
