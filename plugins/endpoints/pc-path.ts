/** Returns the page of a PC in the UI, at a tab: the state of its agent, its log files or its operator reports. */
export const pcPath = (assetid: number, tab: 'agent' | 'logs' | 'reports' = 'agent'): string =>
  `/assets/${assetid}?tab=${tab}`;
