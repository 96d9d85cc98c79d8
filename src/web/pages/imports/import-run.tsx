import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useImport } from './use-import.ts';

type Run = ReturnType<typeof useImport>;

const ImportRun = createContext<Run | null>(null);

/**
 * Provides the import of this browser to all pages, so that the user can open other pages and return to it.
 */
export function ImportRunProvider({ children }: { children: ReactNode }) {
  const run = useImport();
  const isWriting = run.busy?.dryrun === false;
  useEffect(() => {
    // Closing the window would cancel and roll back the import, so the browser asks for confirmation.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isWriting) window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isWriting]);
  return <ImportRun value={run}>{children}</ImportRun>;
}

/** Returns the import of this browser. Throws an Error outside of `ImportRunProvider`. */
export function useImportRun(): Run {
  const run = useContext(ImportRun);
  if (!run) throw new Error('useImportRun is called outside of ImportRunProvider.');
  return run;
}
