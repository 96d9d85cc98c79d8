import { useParams } from '@tanstack/react-router';
import { RegisterPage } from '../../../../src/web/register/register-page.tsx';
import { RedirectWithQuery } from '../../../../src/web/register/thing/redirect-with-query.tsx';
import { pcPath } from '../../pc-path.ts';

/** Redirects the former list of PCs to the list of computers, which has the same filters. */
export const OldFleetPage = () => <RedirectWithQuery path="/computers" />;

/**
 * Redirects the former page of a PC to that of its computer. Registers of the plugin have paths of the same
 * depth, so any parameter other than a number opens a register.
 */
export function OldPcPage() {
  const { assetid = '' } = useParams({ strict: false }) as { assetid?: string };
  if (!/^\d+$/.test(assetid)) return <RegisterPage />;
  const hasTab = new URLSearchParams(window.location.search).has('tab');
  return <RedirectWithQuery path={hasTab ? `/assets/${assetid}` : pcPath(Number(assetid))} />;
}
