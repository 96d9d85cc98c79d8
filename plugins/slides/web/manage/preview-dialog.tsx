import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { TextsProvider, useLanguage } from '../../../../src/web/floor/texts.ts';
import { Dialog } from '../../../../src/web/parts/dialog.tsx';
import type { Surface } from '../../surfaces.ts';
import { Scene } from '../display/scene.tsx';

const SHAPES = [
  { value: 'wide', label: 'Landscape' },
  { value: 'tall', label: 'Portrait' },
];

/** Shows a small live preview of the screen with its slides and notices. */
export function PreviewDialog({
  surface,
  title,
  onClose,
}: {
  surface: Surface;
  title: string;
  onClose: () => void;
}) {
  const [shape, setShape] = useState('wide');
  const texts = useLanguage();
  return (
    <Dialog title={`Preview: ${title}`} size="min(96vw, 1200px)" onClose={onClose}>
      <SegmentedControl
        aria-label="Screen orientation"
        data={SHAPES}
        value={shape}
        onChange={setShape}
        mb="sm"
      />
      <div className="mw-slides-preview" data-shape={shape}>
        <TextsProvider value={texts}>
          <Scene surface={surface} isOnline isPreview />
        </TextsProvider>
      </div>
    </Dialog>
  );
}
