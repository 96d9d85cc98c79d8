import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { Warning } from '../../../../src/web/parts/warning.tsx';
import { currentQuery } from '../packages/package-query.ts';
import { addressQuery } from './token-query.ts';

/** Shows the missing requirements of an installer, each with a link. Shows nothing when none is missing. */
export function MissingRequirements() {
  const { data: address } = useQuery(addressQuery);
  const { data: builds } = useQuery(currentQuery);
  return (
    <>
      {address === '' && (
        <Warning>
          Installers need the address of this appliance, which is not set. Enter it as “Address of this
          appliance” in the <AppLink to="/admin/settings">settings</AppLink>.
        </Warning>
      )}
      {builds?.length === 0 && (
        <Warning>
          No agent build is available yet. Upload one and make it current under{' '}
          <AppLink to="/endpoints/packages">Agent builds</AppLink>.
        </Warning>
      )}
    </>
  );
}
