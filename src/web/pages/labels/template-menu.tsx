import { ActionIcon, Menu } from '@mantine/core';
import { IconDeviceFloppy, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { SaveTemplateModal } from './save-template-modal.tsx';
import { templateLookOf } from './template-look.ts';
import { type LabelLookState, type LabelTemplate, templatesQuery } from './use-label-look.ts';

interface TemplateMenuProps {
  state: LabelLookState;
  assettypeid: number | null;
}

/** Saves the look as a new template, and updates, edits or deletes the chosen one. */
export function TemplateMenu({ state, assettypeid }: TemplateMenuProps) {
  const { look, template, isChanged, onTemplate } = state;
  const go = useNavigateTo();
  const [isSaving, setSaving] = useState(false);
  const update = async ({ labeltemplateid, templatename }: LabelTemplate) => {
    try {
      const body = templateLookOf(look);
      const { auditid } = await request('PUT', `/labeltemplates/${labeltemplateid}`, { body });
      await queryClient.invalidateQueries(templatesQuery);
      onTemplate(labeltemplateid);
      toastDone(`Template “${templatename}” updated.`, auditid);
    } catch (error) {
      toastError(error, 'The template was not updated');
    }
  };
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label="Template actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setSaving(true)}>
            Save as template
          </Menu.Item>
          {template && (
            <>
              <Menu.Item
                leftSection={<IconDeviceFloppy size={16} />}
                disabled={!isChanged}
                onClick={() => void update(template)}
              >
                Update template
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPencil size={16} />}
                onClick={() => go(`/labeltemplates/${template.labeltemplateid}/edit`)}
              >
                Edit template
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => void deleteTemplate(template)}>
                Delete template
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <SaveTemplateModal
          look={look}
          assettypeid={assettypeid}
          onSaved={onTemplate}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

/** Deletes a template. A failure appears as a toast and does not throw. */
async function deleteTemplate({ labeltemplateid, templatename }: LabelTemplate): Promise<void> {
  try {
    const { auditid } = await request('DELETE', `/labeltemplates/${labeltemplateid}`);
    await queryClient.invalidateQueries(templatesQuery);
    toastDone(`Template “${templatename}” deleted.`, auditid);
  } catch (error) {
    toastError(error, 'The template was not deleted');
  }
}
