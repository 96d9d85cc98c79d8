import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useImport } from './use-import.ts';

type Run = ReturnType<typeof useImport>;

const ImportRun = createContext<Run | null>(null);

/**
 * Provides the import of this browser to all pages, so that the user can open other pages and return to it.
 */
export function ImportRunProvider({ children }: { children: ReactNode }) {
  const run = useImport();
  const isUnfinished = run.busy?.dryrun === false || hasUnsavedWork(run);
  useEffect(() => {
    // Closing the window would roll back a running import and lose choices, so the browser asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isUnfinished) window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnfinished]);
  return <ImportRun value={run}>{children}</ImportRun>;
}

/** Returns the import of this browser. Throws an Error outside of `ImportRunProvider`. */
export function useImportRun(): Run {
  const run = useContext(ImportRun);
  if (!run) throw new Error('useImportRun is called outside of ImportRunProvider.');
  return run;
}

/** Reports whether the user has corrected cells or made choices for a file that is not imported yet. */
const hasUnsavedWork = ({ done, edits, choices: { unknown, values }, isRemembered }: Run): boolean =>
  !done &&
  (Object.keys(edits).length > 0 || (!isRemembered && Object.keys({ ...unknown, ...values }).length > 0));
