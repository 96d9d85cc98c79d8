import { Loader } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useImportRun } from '../pages/imports/import-run.tsx';
import { AppLink } from '../parts/app-link.tsx';

/** That an import is under way, on every page but its own, and the way back to it. */
export function ImportIndicator() {
  const { busy, file } = useImportRun();
  const { pathname } = useLocation();
  if (!busy || pathname === '/imports') return null;
  const doing = busy.dryrun ? 'Checking' : 'Importing';
  return (
    <AppLink
      to="/imports"
      className="mw-import-sign"
      aria-label={`${doing} ${file?.name ?? 'a file'}: back to it`}
    >
      <Loader size={16} aria-hidden />
      <span>
        {doing} {file?.name}
      </span>
    </AppLink>
  );
}
