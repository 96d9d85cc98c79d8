import { IconStack2 } from '@tabler/icons-react';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { EmptyState } from '../../../../src/web/parts/empty-state.tsx';
import type { Counts } from './readiness-query.ts';

/** A reason that blocks the upgrade of all PCs. */
type CommonBlocker = 'agent' | 'build';

/** Returns what all PCs lack, or undefined when at least one PC has an agent and a build. */
export function findCommonBlocker({ total, blockers }: Counts): CommonBlocker | undefined {
  if (total === 0) return undefined;
  if (blockers.not_enrolled === total) return 'agent';
  return blockers.no_package === total ? 'build' : undefined;
}

/** Explains in one line why no PC can be upgraded, instead of repeating it for each PC. */
export function NoUpgrades({ blocker }: { blocker: CommonBlocker }) {
  const icon = <IconStack2 size={32} />;
  if (blocker === 'agent')
    return (
      <EmptyState icon={icon} title="No PC has an agent yet">
        Install the agent with a <AppLink to="/endpoints/bootstrap-tokens">bootstrap token</AppLink>, or
        approve waiting PCs under <AppLink to="/endpoints/enrollment">Enrollment</AppLink>.
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title="No current build">
      Upload a build of the agent under <AppLink to="/endpoints/packages">Agent builds</AppLink>. Then all PCs
      are listed here with what blocks their upgrade.
    </EmptyState>
  );
}
