import { NativeSelect } from '@mantine/core';
import { useMe } from '../../api/queries.ts';
import { TemplateMenu } from './template-menu.tsx';
import type { LabelLookState, LabelTemplate } from './use-label-look.ts';

interface TemplatePickerProps {
  state: LabelLookState;
  /** Asset type of all labels; null when they have several types or none. */
  assettypeid: number | null;
}

/** Lets the user choose a template of labels, save the look as a template, and change the chosen one. */
export function TemplatePicker({ state, assettypeid }: TemplatePickerProps) {
  const { templates, template, isChanged, onTemplate } = state;
  const me = useMe();
  const mayManage = me !== undefined && (me.isadmin || me.permissions.includes('labels.manage'));
  if (templates.length === 0 && !mayManage) return null;
  const isFitting = (one: LabelTemplate) => one.assettypeid === null || one.assettypeid === assettypeid;
  const optionOf = (one: LabelTemplate) => ({
    value: String(one.labeltemplateid),
    label: one === template && isChanged ? `${one.templatename} (changed)` : one.templatename,
  });
  const others = templates.filter((one) => !isFitting(one)).map(optionOf);
  return (
    <div className="mw-label-template">
      <NativeSelect
        label="Template"
        data={[
          { value: '', label: 'No template' },
          ...templates.filter(isFitting).map(optionOf),
          ...(others.length > 0 ? [{ group: 'Other asset types', items: others }] : []),
        ]}
        value={String(template?.labeltemplateid ?? '')}
        onChange={({ currentTarget: { value } }) => onTemplate(value === '' ? null : Number(value))}
      />
      {mayManage && <TemplateMenu state={state} assettypeid={assettypeid} />}
    </div>
  );
}
