import { IconUserQuestion } from '@tabler/icons-react';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { EmptyState } from '../../../src/web/parts/empty-state.tsx';

/** Shows that no employee has the SSO in the address of the page. */
export function PersonNotFound() {
  return (
    <div className="mw-page">
      <EmptyState icon={<IconUserQuestion size={32} />} title="No employee with this number">
        The directory may have changed. <AppLink to="/employees/directory">Show all employees</AppLink>
      </EmptyState>
    </div>
  );
}
