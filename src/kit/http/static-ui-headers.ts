/** What every answer that a browser may show carries. */
export const browserHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * What every page carries: nothing from elsewhere, no frames, the camera for reading codes. With a nonce, which is made
 * for one answer and stands in that page alone, the page may add styles that show it.
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

/** Whether an Accept-Encoding header takes gzip (RFC 9110, 12.5.3). */
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
