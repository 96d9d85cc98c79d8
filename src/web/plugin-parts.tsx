import type { TablerIcon } from '@tabler/icons-react';
import { type ComponentType, createContext, useContext } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../kit/resource/descriptor.ts';
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
  /** A permission, `admin` or `login`: others are not shown the tab. Absent means whoever sees the record. */
  needs?: string;
  /** The records that have it, where not all of the register do: some kinds of assets. */
  fits?: (record: RegisterRecord) => boolean;
  load: () => Promise<ComponentType<TabProps>>;
}

/** What stands beside the title of a list or above its rows, for what concerns all of its records. */
export interface ListPart {
  /** Name of the register. */
  register: string;
  load: () => Promise<ComponentType>;
}

export interface PluginFieldValueProps {
  value: unknown;
  record: RegisterRecord;
}

export interface PluginFieldInputProps {
  field: FieldDescriptor;
  value: unknown;
  error?: string;
  /** What the other fields of the form hold, by their names; absent where a field stands by itself. */
  values?: Readonly<Record<string, unknown>>;
  onChange: (value: unknown) => void;
}

/** How a field is drawn that says so by `drawn`, where its kind would not do. */
export interface FieldRenderer {
  value?: ComponentType<PluginFieldValueProps>;
  input?: ComponentType<PluginFieldInputProps>;
}

/** Words of the audit log for the actions and entities of one feature. */
export interface ActionLabels {
  /** Sentences without subject and object, by action: `endpoints.pc.checkedin` is `received a check-in of`. */
  sentences?: Readonly<Record<string, string>>;
  /** Nouns by entity type, where the type itself is not readable: `agentpackage` is `agent build`. */
  nouns?: Readonly<Record<string, string>>;
  /** Plural nouns by entity type, for actions on several entities at once. */
  plurals?: Readonly<Record<string, string>>;
}

/** What a plugin brings to the UI beside what is drawn from its registers, ledgers, verbs and reports. */
export interface PluginWeb {
  pages?: readonly WebPage[];
  tabs?: readonly WebTab[];
  listActions?: readonly ListPart[];
  /** Above the rows: what belongs to the list and is no record. */
  listHeads?: readonly ListPart[];
  /** By the names that fields give in `drawn`; each is loaded, alone, when the first field is drawn that does. */
  fields?: Readonly<Record<string, () => Promise<FieldRenderer>>>;
  /** Icons by the names that its registers, verbs and pages use; those of Tabler that the UI has need no mention. */
  icons?: Readonly<Record<string, TablerIcon>>;
  /** Words of the audit log for its actions. Other actions are described by their parts. */
  actionLabels?: () => Promise<ActionLabels>;
}

export const PluginParts = createContext<readonly PluginWeb[]>([]);

export const usePluginIcon = (name: string): TablerIcon | undefined =>
  useContext(PluginParts).find((plugin) => plugin.icons?.[name])?.icons?.[name];
