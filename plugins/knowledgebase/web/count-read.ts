import { useCallback } from 'react';
import { request } from '../../../src/web/api/client.ts';
import { useSignedIn } from '../../../src/web/api/queries.ts';

/**
 * Counts that the person who is signed in read an article: opened its text, or followed its link. Once in each window,
 * so that going back and forth, or reading again what one has just changed, makes no article popular.
 */
export function useCountRead(articleid: number): () => void {
  const signedIn = useSignedIn();
  return useCallback(() => {
    const mark = `article-read-${articleid}`;
    if (!signedIn || sessionStorage.getItem(mark)) return;
    sessionStorage.setItem(mark, 'yes');
    // What could not be counted is counted when it is opened the next time.
    request('POST', `/knowledgebase/${articleid}/click`).catch(() => sessionStorage.removeItem(mark));
  }, [signedIn, articleid]);
}
