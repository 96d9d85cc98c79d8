import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { type ActionLabels, PluginParts, type PluginWeb } from '../plugin-parts.tsx';

/** Formats audit rows. */
export interface ActionText {
  /**
   * Describes an action `<area>.<noun>.<past verb>`: `catalog.asset.updated` is `changed asset`. A sentence
   * of a feature takes precedence over the parts.
   */
  formatAction(action: string): string;
  /**
   * Describes the entities of an action without an entity ID, which is one on several at once. Returns null
   * for an action with an ID, and for a type without a plural.
   */
  formatPlural(entitytype: unknown, entityid: unknown): string | null;
  /** Describes an entity without a name by its type and ID, and several entities by their plural. */
  formatEntity(entitytype: string, entityid: unknown): string;
}

const VERBS: Readonly<Record<string, string>> = {
  ingested: 'reported',
  pictured: 'changed the photo of',
  removed: 'removed',
  updated: 'changed',
};

/**
 * Creates the formatter of actions and entities in the audit log. If several features label the same key, the
 * last one wins.
 */
export function createActionText(labels: readonly ActionLabels[]): ActionText {
  const sentences = merge(labels.map((one) => one.sentences));
  const nouns = merge(labels.map((one) => one.nouns));
  const plurals = merge(labels.map((one) => one.plurals));
  const formatNoun = (noun: string) => nouns[noun] ?? noun.replace(/[_-]/g, ' ');
  const formatPlural = (entitytype: unknown, entityid: unknown) =>
    entityid === null ? (plurals[String(entitytype)] ?? null) : null;
  return {
    formatAction: (action) => {
      const [area, noun, ...verb] = action.split('.');
      if (sentences[action]) return sentences[action];
      if (noun === undefined || verb.length === 0) return [area, noun].filter(Boolean).join(' ');
      const did = verb.join(' ').replace(/[_-]/g, ' ');
      return `${VERBS[did] ?? did} ${formatNoun(noun)}`;
    },
    formatPlural,
    formatEntity: (entitytype, entityid) =>
      formatPlural(entitytype, entityid) ?? [formatNoun(entitytype), entityid ?? []].flat().join(' '),
  };
}

/** Loads the labels of all features and plugins that have any. */
export const loadActionLabels = (parts: readonly PluginWeb[]): Promise<ActionLabels[]> =>
  Promise.all(parts.flatMap(({ actionLabels }) => actionLabels?.() ?? []));

const WITHOUT_LABELS = createActionText([]);

/**
 * Returns the formatter with the labels of all plugins. Until they are loaded, it describes actions by their
 * parts.
 */
export function useActionText(): ActionText {
  const parts = useContext(PluginParts);
  const { data = WITHOUT_LABELS } = useQuery({
    queryKey: ['action-labels'],
    queryFn: async () => createActionText(await loadActionLabels(parts)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

function merge(parts: readonly (Readonly<Record<string, string>> | undefined)[]): Record<string, string> {
  return Object.assign({}, ...parts);
}
