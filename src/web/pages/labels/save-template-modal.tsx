import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import type { LabelLook } from './label-look.ts';
import { templateLookOf } from './template-look.ts';
import { type LabelTemplate, templatesQuery } from './use-label-look.ts';

interface SaveTemplateModalProps {
  look: LabelLook;
  /** Asset type that the template can be for; null offers none. */
  assettypeid: number | null;
  onSaved: (labeltemplateid: number) => void;
  onClose: () => void;
}

/** Saves the look of labels as a template. */
export function SaveTemplateModal({ look, assettypeid, onSaved, onClose }: SaveTemplateModalProps) {
  const { data: type } = useQuery({
    queryKey: ['assettype', assettypeid],
    queryFn: () => get<{ assettype: string }>(`/assets/types/${assettypeid}`),
    enabled: assettypeid !== null,
  });
  const form = useForm({
    initial: { templatename: '', isoftype: false, isdefault: false },
    save: async ({ templatename, isoftype, isdefault }) => {
      const body = {
        ...templateLookOf(look),
        templatename,
        isdefault,
        assettypeid: isoftype ? assettypeid : null,
      };
      const { data, auditid } = await request<LabelTemplate>('POST', '/labeltemplates', { body });
      await queryClient.invalidateQueries(templatesQuery);
      onSaved(data.labeltemplateid);
      toastDone(`Template “${data.templatename}” saved.`, auditid);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft="labeltemplates/new"
      title="Save as template"
      action="Save"
      disabled={form.values.templatename.trim() === ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="For example: Cable flags, 30 mm"
        required
        data-autofocus
        {...form.text('templatename')}
      />
      {type && <Checkbox label={`Only for ${type.assettype}`} {...form.check('isoftype')} />}
      <Checkbox
        label="Use by default"
        description="It replaces the previous default of the same asset type."
        {...form.check('isdefault')}
      />
    </FormModal>
  );
}
