import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
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
  onClose: () => void;
}

/**
 * Shows a form in a dialog. Stays open when the user clicks outside, and shows the error when saving fails.
 * Asks before Cancel, Escape or the close sign discards input.
 */
export function FormModal<V>(props: FormModalProps<V>) {
  const { form, title, action, children, aside, disabled, count = 1, size, onClose } = props;
  const typed = useTypedCount(count);
  const guard = useLeaveGuard(form.dirty && !form.busy);
  const close = async () => {
    if (await guard.confirm()) onClose();
  };
  return (
    <Dialog onClose={close} title={title} size={size} closeOnClickOutside={false}>
      <Form form={form} isGuarded>
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
