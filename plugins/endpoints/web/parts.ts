/**
 * Pages and tabs of the fleet in one chunk, which loads with the first of them. The main bundle then names
 * only one file.
 */
export { AcknowledgmentsTab } from './alerts/acknowledgments-tab.tsx';
export { FirstPcs } from './bootstrap/first-pcs.tsx';
export { BootstrapPage } from './bootstrap/tokens-page.tsx';
export { CommandsPage } from './commands/commands-page.tsx';
export { InboxPage } from './enrollment/inbox-page.tsx';
export { AgentTab, LogsTab } from './fleet/agent-tab.tsx';
export { OldFleetPage, OldPcPage } from './fleet/old-pages.tsx';
export { RunOnScope, RunOnSelection } from './fleet/run-buttons.tsx';
export { PackagesPage } from './packages/packages-page.tsx';
export { OperatorReportsPage } from './reports/reports-page.tsx';
export { ReportsTab } from './reports/reports-tab.tsx';
export { DefaultPolicy } from './scope/default-policy.tsx';
export { RevisionsTab } from './scripts/revisions-tab.tsx';
export { WavesPage } from './waves/waves-page.tsx';
