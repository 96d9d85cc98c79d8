import { Button, type ButtonProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';

export interface SmallButtonProps
  extends ButtonProps,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  icon: TablerIcon;
}

/** Shows a button in a row or in the heading of a card. */
export function SmallButton({ icon: Icon, ...rest }: SmallButtonProps) {
  return (
    <Button size="compact-sm" variant="default" leftSection={<Icon size={14} aria-hidden />} {...rest} />
  );
}
