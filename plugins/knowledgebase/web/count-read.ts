import { useCallback } from 'react';
import { request } from '../../../src/web/api/client.ts';
import { useSignedIn } from '../../../src/web/api/queries.ts';

/**
 * Returns a function that counts the signed-in user as a reader: of the text, or by following the link. It
 * counts once per browser session, so that repeated visits do not raise the number.
 */
export function useCountRead(articleid: number): () => void {
  const signedIn = useSignedIn();
  return useCallback(() => {
    const mark = `article-read-${articleid}`;
    if (!signedIn || sessionStorage.getItem(mark)) return;
    sessionStorage.setItem(mark, 'yes');
    // After a failure, the next visit counts instead.
    request('POST', `/knowledgebase/${articleid}/click`).catch(() => sessionStorage.removeItem(mark));
  }, [signedIn, articleid]);
}
