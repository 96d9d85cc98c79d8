import { useCallback } from 'react';
import { request } from '../../../src/web/api/client.ts';
import { useSignedIn } from '../../../src/web/api/queries.ts';

/**
 * Returns a function that counts the signed-in user as a reader, when the article is shown or its link
 * followed. It counts once per article and browser tab. Does nothing for an anonymous user.
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
