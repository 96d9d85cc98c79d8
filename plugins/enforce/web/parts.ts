export { EntriesTab } from './entries-tab.tsx';
export { PcsTab } from './pcs-tab.tsx';
export { PublishHistoryTab } from './publish-history-tab.tsx';
export { SimulateTab } from './simulate-tab.tsx';
