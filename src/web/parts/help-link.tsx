import { IconHelp } from '@tabler/icons-react';
import { createContext, useContext } from 'react';
import { AppLink } from './app-link.tsx';

/**
 * The section of the manual about the open page, as chapter and fragment (`agents#approve-pcs`). Undefined
 * outside of pages that have one.
 */
export const HelpTopic = createContext<string | undefined>(undefined);

/** Links to the section of the manual about the open page; nothing on a page without one. */
export function HelpLink() {
  const topic = useContext(HelpTopic);
  if (topic === undefined) return null;
  return (
    <AppLink className="mw-help-link" to={`/help/${topic}`} aria-label="Help for this page" title="Help">
      <IconHelp size={18} aria-hidden />
    </AppLink>
  );
}
