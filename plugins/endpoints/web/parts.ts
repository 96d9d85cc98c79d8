/** What the fleet is shown with, loaded as one when the first of it is opened: the first page of all names one file. */
export { CommandsPage } from './commands/commands-page.tsx';
export { InboxPage } from './enrollment/inbox-page.tsx';
export { AgentTab } from './fleet/agent-tab.tsx';
export { CredentialCell, LockCell, VerdictCell } from './fleet/fleet-cells.tsx';
export { FleetPage } from './fleet/fleet-page.tsx';
export { PcPage } from './fleet/pc-page.tsx';
export { ActionsField, ActionsText } from './scope/actions-field.tsx';
export { ScopeField, ScopeText } from './scope/scope-field.tsx';
export { RevisionsTab } from './scripts/revisions-tab.tsx';
export { ScriptField, ScriptText } from './scripts/script-field.tsx';
