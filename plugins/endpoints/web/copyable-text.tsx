import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopiedProps {
  what: string;
  text: string;
  /** Shorter text to display when the full one is too long. */
  shown?: string;
}

/** Shows a text for another program, with a copy button. */
export function CopyableText({ what, text, shown }: CopiedProps) {
  return (
    <span className="mw-rows-row" style={{ alignItems: 'center', marginBottom: 0 }}>
      <code className="mw-break" title={shown && text}>
        {shown ?? text}
      </code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon aria-label={copied ? `${what} copied` : `Copy ${what}`} onClick={copy}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}
