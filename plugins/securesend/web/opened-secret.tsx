import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { CenteredCard } from '../../../src/web/pages/identity/centered-card.tsx';
import { CopyText } from '../../../src/web/parts/copy-text.tsx';
import { saveBlob } from '../../../src/web/parts/save-blob.ts';
import { sizeText } from '../../../src/web/parts/size-text.ts';
import type { Content } from './content.ts';

/** Shows the secret. The server has deleted it, so it exists only on this page. */
export function OpenedSecret({ content }: { content: Content }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <CenteredCard title="A secret for you" wide>
      <div className="mw-stack">
        <h2 ref={heading} tabIndex={-1}>
          {content.kind === 'text' ? 'The secret' : 'The file'}
        </h2>
        {content.kind === 'text' ? <SecretText text={content.text} /> : <SecretFile {...content} />}
        <Text size="sm">
          The secret is deleted from the appliance, and the link no longer works. Save it before you close or
          reload this page.
        </Text>
      </div>
    </CenteredCard>
  );
}

function SecretText({ text }: { text: string }) {
  const [isShown, setShown] = useState(true);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled by the keys */}
      <section className="mw-send-text" tabIndex={0} aria-label="The secret">
        {isShown ? text : '••••••••••••'}
      </section>
      <Group gap="sm">
        <CopyText text={text} variant="filled" size="sm" />
        <Button
          variant="default"
          leftSection={isShown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </Group>
    </>
  );
}

function SecretFile({ name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> }) {
  return (
    <>
      <p>
        <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>{' '}
        <span className="mw-muted">{sizeText(bytes.length)}</span>
      </p>
      <Button
        leftSection={<IconDownload size={16} />}
        style={{ justifySelf: 'start' }}
        onClick={() => saveBlob(new Blob([bytes], { type: 'application/octet-stream' }), name)}
      >
        Save file
      </Button>
    </>
  );
}
