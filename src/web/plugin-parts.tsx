import type { TablerIcon } from '@tabler/icons-react';
import { type ComponentType, createContext, useContext } from 'react';
import type { RegisterDescriptor } from '../kit/resource/descriptor.ts';
import type { RegisterRecord } from './api/types.ts';
import type { WebPage } from './page.ts';

export interface TabProps {
  /** The register whose page is open: the tab's own, or that of the asset behind its record. */
  register: RegisterDescriptor;
  /** The record as that register serves it. */
  record: RegisterRecord;
  /** The record's id in the tab's own register. */
  id: number;
}

/** A tab beside the facts of each record of a register; the page of its asset has it too. */
export interface WebTab {
  /** Name of the register. */
  register: string;
  /** In the address as `?tab=`. */
  name: string;
  title: string;
  load: () => Promise<ComponentType<TabProps>>;
}

/** What a plugin brings to the UI beside what is drawn from its registers, ledgers, verbs and reports. */
export interface PluginWeb {
  pages?: readonly WebPage[];
  tabs?: readonly WebTab[];
  /** Icons by the names that its registers, verbs and pages use; those of Tabler that the UI has need no mention. */
  icons?: Readonly<Record<string, TablerIcon>>;
}

export const PluginParts = createContext<readonly PluginWeb[]>([]);

export const usePluginTabs = (): readonly WebTab[] =>
  useContext(PluginParts).flatMap((plugin) => plugin.tabs ?? []);

export const usePluginIcon = (name: string): TablerIcon | undefined =>
  useContext(PluginParts).find((plugin) => plugin.icons?.[name])?.icons?.[name];
