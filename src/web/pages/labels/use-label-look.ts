import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../api/client.ts';
import { useStoredState } from '../../parts/use-stored-state.ts';
import { DEFAULT_LOOK, type LabelLook } from './label-look.ts';
import { isSameLook, lookOfTemplate, type TemplateLook } from './template-look.ts';

/** A saved template of labels. */
export interface LabelTemplate extends TemplateLook {
  labeltemplateid: number;
  templatename: string;
  /** Type of the assets that the template is for; null for all records. */
  assettypeid: number | null;
  isdefault: boolean;
}

/** Query for all label templates. The server allows at most 100. */
export const templatesQuery = queryOptions({
  queryKey: ['labeltemplates'],
  queryFn: () => get<LabelTemplate[]>('/labeltemplates', { per_page: 100 }),
});

/** The look of labels, and the template that it comes from. */
export interface LabelLookState {
  look: LabelLook;
  onLook: (look: LabelLook) => void;
  templates: readonly LabelTemplate[];
  /** The chosen template; undefined without one. */
  template: LabelTemplate | undefined;
  /** True when the look differs from the chosen template. */
  isChanged: boolean;
  /** Chooses a template; null chooses none. Discards changes of the look. */
  onTemplate: (labeltemplateid: number | null) => void;
  isPending: boolean;
}

/** Key of the chosen template of labels that are not all of one asset type. */
const MIXED = 'mixed';

/**
 * Returns the look of labels of one asset type; null for other labels. The look is that of the template that
 * the user chose last for the type, else of the default template, else the last look in this browser.
 */
export function useLabelLook(assettypeid: number | null): LabelLookState {
  const { data: templates = NONE, isPending } = useQuery(templatesQuery);
  const [stored, store] = useStoredState<Partial<LabelLook>>('label', DEFAULT_LOOK);
  const [lastChosen, storeChosen] = useStoredState<Record<string, number | null>>('labeltemplates', {});
  const [edited, setEdited] = useState<{ templateid: number; look: LabelLook }>();
  const key = String(assettypeid ?? MIXED);
  const template = findTemplate(templates, assettypeid, lastChosen[key]);
  const saved = template ? lookOfTemplate(template) : { ...DEFAULT_LOOK, ...stored };
  const templateid = template?.labeltemplateid;
  // Changes belong to their template, which another user may delete.
  const look = edited && edited.templateid === templateid ? edited.look : saved;
  return {
    look,
    onLook: (next) => (templateid === undefined ? store(next) : setEdited({ templateid, look: next })),
    templates,
    template,
    isChanged: !isSameLook(look, saved),
    onTemplate: (labeltemplateid) => {
      setEdited(undefined);
      storeChosen({ ...lastChosen, [key]: labeltemplateid });
    },
    isPending,
  };
}

const NONE: readonly LabelTemplate[] = [];

/** Returns the chosen template. A choice that no longer exists counts as none, so that the default applies. */
function findTemplate(
  templates: readonly LabelTemplate[],
  assettypeid: number | null,
  chosen: number | null | undefined,
): LabelTemplate | undefined {
  if (chosen === null) return undefined;
  const defaultOf = (type: number | null) =>
    templates.find((template) => template.isdefault && template.assettypeid === type);
  return (
    templates.find(({ labeltemplateid }) => labeltemplateid === chosen) ??
    defaultOf(assettypeid) ??
    defaultOf(null)
  );
}
