import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Dialog } from './dialog.tsx';
import { DraftOffer } from './drafts/draft-offer.tsx';
import { useFormDraft } from './drafts/use-form-draft.ts';
import { Form } from './form.tsx';
import { useLeaveGuard } from './leave-guard.ts';
import { useTypedCount } from './typed-count.tsx';
import type { FormState } from './use-form.ts';

export interface FormModalProps<V> {
  form: FormState<V>;
  /** Names the action and its target, for example `Edit 10.2.3.4`. */
  title: string;
  /** Label of the button that saves. */
  action: string;
  /** The fields. */
  children: ReactNode;
  /** Further action to the left of the buttons, for example deleting. */
  aside?: ReactNode;
  /** Set while there is nothing to save. */
  disabled?: boolean;
  /** Number of affected records. A number above 20 must be typed as confirmation. */
  count?: number;
  /** Width in pixels. */
  size?: number;
  /**
   * Name of the form and of the record that it edits. With it, this browser stores the input on each change, so
   * that it survives a reload, a crash and the end of the session. A dialog has a name if at least two of its
   * fields can be stored, and one of them is typed. Files, secrets and confirmations cannot be stored. Null for
   * others, and for dialogs about rows that are selected on the page.
   */
  draft: string | null;
  /** The fields of a form that a register describes. Secrets among them are not stored. */
  fields?: readonly { name: string; kind: string }[];
  onClose: () => void;
}

/**
 * Shows a form in a dialog. Stays open when the user clicks outside, and shows the error when saving fails.
 * Asks before Cancel, Escape or the close sign discards input.
 */
export function FormModal<V>(props: FormModalProps<V>) {
  const { form, title, action, children, aside, disabled, count = 1, size, draft, fields, onClose } = props;
  const typed = useTypedCount(count);
  const { offer, resume, discard, remove } = useFormDraft(form, draft, fields);
  const guard = useLeaveGuard(form.dirty && !form.busy, remove);
  useEffect(() => {
    form.onEnd.current = remove;
  });
  const close = async () => {
    if (await guard.confirm()) onClose();
  };
  return (
    <Dialog onClose={close} title={title} size={size} closeOnClickOutside={false}>
      <Form form={form} isGuarded>
        {offer && <DraftOffer at={offer.at} onContinue={resume} onDiscard={discard} />}
        {children}
        {typed.field}
        <Group justify="flex-end" gap="sm">
          {aside && <div className="mw-foot-aside">{aside}</div>}
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={form.busy} disabled={disabled || !typed.isSure}>
            {action}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
