import { Loader } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useImportRun } from '../pages/imports/import-run.tsx';
import { AppLink } from '../parts/app-link.tsx';

/** Shows a running import on every page except the import page, with a link to that page. */
export function ImportIndicator() {
  const { busy, file } = useImportRun();
  const { pathname } = useLocation();
  if (!busy || pathname === '/imports') return null;
  const doing = busy.dryrun ? 'Checking' : 'Importing';
  return (
    <AppLink
      to="/imports"
      className="mw-import-sign"
      aria-label={`${doing} ${file?.name ?? 'a file'}: open import`}
    >
      <Loader size={16} aria-hidden />
      <span>
        {doing} {file?.name}
      </span>
    </AppLink>
  );
}
