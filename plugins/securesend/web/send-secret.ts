import { FieldErrors } from '../../../src/web/api/api-error.ts';
import { basePath } from '../../../src/web/api/base-path.ts';
import { request } from '../../../src/web/api/client.ts';
import { sizeText } from '../../../src/web/parts/size-text.ts';
import { MAX_CONTENT_BYTES } from '../limits.ts';
import { type Content, packContent } from './content.ts';
import { createLinkFragment, encryptContent } from './encryption.ts';

/**
 * Throws FieldErrors when the content exceeds the limit, which is the same for texts and files. The error is
 * at the field with the name of the kind.
 */
export function refuseLargeContent(kind: Content['kind'], bytes: number): void {
  if (bytes <= MAX_CONTENT_BYTES) return;
  const limit = `The size is ${sizeText(bytes)}, the limit is ${sizeText(MAX_CONTENT_BYTES)}`;
  throw new FieldErrors({ [kind]: `${limit}: links are for passwords, keys and small files.` });
}

export interface SentLink {
  /** The complete link with its key, which is stored nowhere else. */
  link: string;
  expiresat: string;
}

/** Encrypts and sends the content. The key is never sent; it is only in the fragment of the returned link. */
export async function sendSecret(content: Content, expiryhours: number): Promise<SentLink> {
  const { ciphertext, key } = await encryptContent(packContent(content));
  const { data } = await request<{ token: string; url: string; expiresat: string }>('POST', '/securesend', {
    body: { ciphertext, expiryhours },
  });
  // Without a configured site address, the address in the browser of the sender is used.
  const address = data.url.startsWith('/') ? `${location.origin}${basePath}/send/${data.token}` : data.url;
  return { link: `${address}#${await createLinkFragment(data.token, key)}`, expiresat: data.expiresat };
}
