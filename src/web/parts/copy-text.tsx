import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyTextProps extends Pick<ButtonProps, 'variant' | 'size'> {
  text: string;
  /** Label of the button before it is pressed. */
  label?: string;
  /** Description of the text for screen readers, when a page has several such buttons. */
  what?: string;
}

/** Shows a button that copies a text and confirms it. */
export function CopyText({
  text,
  label = 'Copy',
  what,
  variant = 'default',
  size = 'compact-sm',
}: CopyTextProps) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          size={size}
          variant={variant}
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          aria-label={what && (copied ? `${what}: copied` : `Copy: ${what}`)}
          onClick={copy}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  );
}
