import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { useTypedCount } from './typed-count.tsx';
import type { FormState } from './use-form.ts';

export interface FormModalProps<V> {
  form: FormState<V>;
  /** Names the act and the thing: `Edit 10.2.3.4`. */
  title: string;
  /** On the button that saves. */
  action: string;
  /** The fields. */
  children: ReactNode;
  /** Left of the buttons: something else that can be done, for example deleting. */
  aside?: ReactNode;
  /** There is nothing to save yet. */
  disabled?: boolean;
  /** How many things the act is for: the number of many is typed first. */
  count?: number;
  /** Width in pixels. */
  size?: number;
  onClose: () => void;
}

/**
 * A few fields over the page, and a button that saves them. Stays open and says why when saving fails; a click
 * beside it closes it only while nothing has been entered.
 */
export function FormModal<V>(props: FormModalProps<V>) {
  const { form, title, action, children, aside, disabled, count = 1, size, onClose } = props;
  const typed = useTypedCount(count);
  return (
    <Dialog onClose={onClose} title={title} size={size} closeOnClickOutside={!form.dirty}>
      <Form form={form}>
        {children}
        {typed.field}
        <Group justify="flex-end" gap="sm">
          {aside && <div className="mw-foot-aside">{aside}</div>}
          <Button variant="default" onClick={onClose}>
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
