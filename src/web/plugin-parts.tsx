import type { TablerIcon } from '@tabler/icons-react';
import { type ComponentType, createContext, useContext } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../kit/resource/descriptor.ts';
import type { RegisterRecord } from './api/types.ts';
import type { WebPage } from './page.ts';
import type { ListState } from './register/list-state.ts';

export interface TabProps {
  /** The register of the open page: the tab's own, or another register that has the same asset. */
  register: RegisterDescriptor;
  /** The record in the form of that register. */
  record: RegisterRecord;
  /** ID of the record in the tab's own register. */
  id: number;
}

/** Names of tabs that contain the parts of several plugins, one below the other. */
export type TabGroup = 'connections' | 'papers' | 'history';

/** A tab of each record of a register. The page of its asset also has it. */
export interface WebTab {
  /** Name of the register. */
  register: string;
  /** Value of `?tab=` in the URL. A tab with the name of a ledger replaces the tab of that ledger. */
  name: string;
  title: string;
  /** The tab that contains it together with others; without one it is a tab of its own. */
  group?: TabGroup;
  /** True for the tab that is before the overview, because users open the record for it. */
  isMain?: boolean;
  /** Name of the register extension to which it belongs; without the extension there is no tab. */
  extension?: string;
  /**
   * Required permission, or `admin` for admins only, or `login` for all signed-in users; others do not see
   * the tab. Absent when all users who see the record also see the tab.
   */
  needs?: string;
  /**
   * Reports whether a record has the tab, when not all records of the register do, such as only some asset
   * types.
   */
  fits?: (record: RegisterRecord) => boolean;
  load: () => Promise<ComponentType<TabProps>>;
}

/** A part beside the title of a list or above its rows, which concerns all of its records. */
export interface ListPart {
  /** Name of the register. */
  register: string;
  /** Name of the register extension to which it belongs; without the extension it is not shown. */
  extension?: string;
  load: () => Promise<ComponentType>;
}

export interface SelectionActionProps {
  /** The selected rows of the page. */
  records: RegisterRecord[];
  /** The list, when all matching rows are selected, and their number. */
  everything?: { state: ListState; total: number };
}

/** A button in the bar of the selected rows. */
export interface SelectionAction extends Omit<ListPart, 'load'> {
  /** Permissions of which the user needs one. */
  needsOneOf: readonly string[];
  load: () => Promise<ComponentType<SelectionActionProps>>;
}

/** A view of a list that the product brings. */
export interface ListView extends Omit<ListPart, 'load'> {
  title: string;
  /** Filters of the list. */
  filters: Readonly<Record<string, string>>;
}

export interface PluginFieldValueProps {
  value: unknown;
  record: RegisterRecord;
  /** False where the row itself is a link, so that the value must not be one. */
  linked?: boolean;
}

export interface PluginFieldInputProps {
  field: FieldDescriptor;
  value: unknown;
  error?: string;
  /** Values of all fields of the form by name; absent outside the form of a record. */
  values?: Readonly<Record<string, unknown>>;
  onChange: (value: unknown) => void;
}

/**
 * Renders fields that declare its name in `drawn`, because their kind is not sufficient. Without `value` or
 * `input`, the kind of the field renders that part.
 */
export interface FieldRenderer {
  value?: ComponentType<PluginFieldValueProps>;
  input?: ComponentType<PluginFieldInputProps>;
}

/** Labels of the audit log for the actions and entities of one feature. */
export interface ActionLabels {
  /**
   * Sentences without subject and object, by action: `endpoints.pc.checkedin` is `received a check-in of`.
   */
  sentences?: Readonly<Record<string, string>>;
  /** Nouns by entity type, where the type itself is not readable: `agentpackage` is `agent build`. */
  nouns?: Readonly<Record<string, string>>;
  /** Plural nouns by entity type, for actions on several entities at once. */
  plurals?: Readonly<Record<string, string>>;
}

/**
 * The parts that a plugin adds to the UI, in addition to those that are generated from its registers,
 * ledgers, verbs and reports.
 */
export interface PluginWeb {
  pages?: readonly WebPage[];
  /**
   * Sections of the manual about the pages of registers, by register name, as chapter and fragment
   * (`kiosks-and-displays#check-out-usb-sticks`).
   */
  help?: Readonly<Record<string, string>>;
  tabs?: readonly WebTab[];
  listActions?: readonly ListPart[];
  /** Buttons in the bar of the selected rows. */
  selectionActions?: readonly SelectionAction[];
  /** Views of lists, beside the one with all records. */
  listViews?: readonly ListView[];
  /** Sections of the last step of the setup. */
  setupSections?: readonly (() => Promise<ComponentType>)[];
  /** Parts above the rows of a list that are not records. */
  listHeads?: readonly ListPart[];
  /**
   * Renderers by the names that fields declare in `drawn`. Each is loaded separately, when the first such
   * field is shown.
   */
  fields?: Readonly<Record<string, () => Promise<FieldRenderer>>>;
  /**
   * Icons by the names that its registers, verbs and pages use. Tabler icons that the UI already has need no
   * entry.
   */
  icons?: Readonly<Record<string, TablerIcon>>;
  /** Labels of the audit log for its actions. Other actions are described by their parts. */
  actionLabels?: () => Promise<ActionLabels>;
}

/** UI parts of the core and of all plugins in the program, also of disabled ones. */
export const PluginParts = createContext<readonly PluginWeb[]>([]);

/** Returns the icon that the first plugin declares under a name; undefined without one. */
export const usePluginIcon = (name: string): TablerIcon | undefined =>
  useContext(PluginParts).find((plugin) => plugin.icons?.[name])?.icons?.[name];

/** Section of the manual about registers for which no plugin declares one. */
const REGISTER_HELP = 'first-steps#work-with-lists';

/**
 * Returns the section of the manual about the pages of a register, as chapter and fragment. Without one of a
 * plugin it is the section about lists.
 */
export function useRegisterHelp(register: string): string {
  const parts = useContext(PluginParts);
  return parts.find(({ help }) => help?.[register])?.help?.[register] ?? REGISTER_HELP;
}
