/** The common headers of the files and pages of the UI. */
export const browserHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * Returns the headers of every page: no content from other sites, no display in a frame, and the camera for
 * scanning codes. With a nonce, which is unique to one response, the page may add styles that carry it.
 */
export const pageHeaders = (styleNonce?: string): Record<string, string> => ({
  ...browserHeaders,
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${styleNonce === undefined ? '' : ` 'nonce-${styleNonce}'`}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; '),
  'permissions-policy': 'camera=(self)',
});

/**
 * Reports whether an Accept-Encoding header accepts gzip (RFC 9110, 12.5.3). Returns false without a header,
 * although the RFC then permits every coding.
 */
export function acceptsGzip(header: string | null): boolean {
  let any = false;
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    const refused = parameters.some((text) => /^q=0(\.0*)?$/.test(text));
    if (coding === 'gzip' || coding === 'x-gzip') return !refused;
    if (coding === '*') any = !refused;
  }
  return any;
}
