import type { PluginWeb, WebTab } from '../../../src/web/plugin-parts.tsx';

const parts = () => import('./parts.ts');

const tab = (name: string, title: string, load: WebTab['load'], isMain = false): WebTab => ({
  register: 'enforcescopes',
  name,
  title,
  needs: 'enforce.manage',
  isMain,
  load,
});

export const enforceWeb: PluginWeb = {
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  help: {
    enforcescopes: 'enforcement#publish-a-desired-state',
    enforcereports: 'enforcement#see-the-results',
  },
  tabs: [
    tab('entries', 'Entries', async () => (await parts()).EntriesTab, true),
    tab('simulate', 'Simulate', async () => (await parts()).SimulateTab),
    tab('published', 'Published', async () => (await parts()).PublishHistoryTab),
    tab('pcs', 'PCs', async () => (await parts()).PcsTab),
  ],
  fields: {
    'enforce.computertypeid': async () => (await import('./kind-field.tsx')).ComputerTypeField,
    'enforce.measuringtooltypeid': async () => (await import('./kind-field.tsx')).MeasuringToolTypeField,
    'enforce.results': async () => ({ value: (await import('./results-field.tsx')).ResultsText }),
    'enforce.counts': async () => ({ value: (await import('./results-field.tsx')).CountsText }),
  },
};
