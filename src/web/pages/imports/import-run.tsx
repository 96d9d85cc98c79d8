import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useImport } from './use-import.ts';

type Run = ReturnType<typeof useImport>;

const ImportRun = createContext<Run | null>(null);

/** Keeps the import of this browser over all pages: who looks at something else meanwhile comes back to it. */
export function ImportRunProvider({ children }: { children: ReactNode }) {
  const run = useImport();
  const isWriting = run.busy?.dryrun === false;
  useEffect(() => {
    // Closing the browser cancels it, and then nothing of it is kept: the browser asks.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isWriting) window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isWriting]);
  return <ImportRun value={run}>{children}</ImportRun>;
}

export function useImportRun(): Run {
  const run = useContext(ImportRun);
  if (!run) throw new Error('There is no ImportRunProvider around this.');
  return run;
}
