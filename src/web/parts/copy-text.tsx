import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyTextProps extends Pick<ButtonProps, 'variant' | 'size'> {
  text: string;
  /** What the button says before it was pressed. */
  label?: string;
  /** What is copied, for who hears it, where several such buttons stand on a page. */
  what?: string;
}

/** The button that copies a text, and says that it did. */
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
