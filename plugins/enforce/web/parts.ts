import type { DrawnField } from '../../../src/web/plugin-parts.tsx';
import { ComputerTypeField, MeasuringToolTypeField } from './kind-field.tsx';
import { CountsText, ResultsText } from './results-field.tsx';

export { EntriesTab } from './entries-tab.tsx';
export { HistoryTab } from './history-tab.tsx';
export { PcsTab } from './pcs-tab.tsx';
export { SimulateTab } from './simulate-tab.tsx';

/** By the names that fields give in `drawn`. */
export const fields: Readonly<Record<string, DrawnField>> = {
  'enforce.computertypeid': ComputerTypeField,
  'enforce.measuringtooltypeid': MeasuringToolTypeField,
  'enforce.results': { value: ResultsText },
  'enforce.counts': { value: CountsText },
};
