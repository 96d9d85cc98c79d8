const TLS13 = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];
const TLS12 = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'];

/**
 * Cipher suites with authenticated encryption and forward secrecy only, for both types of keys. All suites of
 * TLS 1.3 have these properties.
 */
export const CIPHERS = [
  ...TLS13,
  ...TLS12.flatMap((suite) => [`ECDHE-ECDSA-${suite}`, `ECDHE-RSA-${suite}`]),
].join(':');
