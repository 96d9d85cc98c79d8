import { Button, CloseButton, Progress } from '@mantine/core';
import { IconPhotoPlus, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import '../../../../src/web/parts/drop-area-styles.ts';
import { EXTENSIONS } from '../../surfaces.ts';
import type { SlideUpload } from './use-uploads.ts';

interface UploadZoneProps {
  uploads: readonly SlideUpload[];
  onFiles: (files: readonly File[]) => void;
  onDismiss: (id: number) => void;
}

/** Shows the drop zone and file chooser for pictures, with the progress and result of each. */
export function UploadZone({ uploads, onFiles, onDismiss }: UploadZoneProps) {
  const [isOver, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    // Ignore a slide that is dragged to another position.
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      className="mw-drop"
      aria-label="Add images"
      data-over={isOver || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconPhotoPlus size={28} aria-hidden />
      <div className="mw-slides-drop-text">
        <strong>Drop images here</strong>
        <div className="mw-muted">
          PNG, JPEG, WebP, GIF or BMP, at most 20 MB each. Use the size of the screen, such as 1920 × 1080.
        </div>
      </div>
      <FilesButton onFiles={onFiles} />
      {uploads.length > 0 && (
        <ul className="mw-slides-uploads">
          {uploads.map((one) => (
            <UploadLine key={one.id} upload={one} onDismiss={() => onDismiss(one.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FilesButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const pick = () => {
    onFiles([...(input.current?.files ?? [])]);
    // Clear the input, so that the same file can be chosen again after a correction.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={EXTENSIONS.map((one) => `.${one}`).join()}
        aria-label="Choose images"
        onChange={pick}
      />
      <Button ml="auto" leftSection={<IconUpload size={16} />} onClick={() => input.current?.click()}>
        Choose images
      </Button>
    </>
  );
}

function UploadLine({
  upload: { name, share, failure },
  onDismiss,
}: {
  upload: SlideUpload;
  onDismiss: () => void;
}) {
  return (
    <li role={failure ? 'alert' : undefined}>
      <strong>{name}</strong>
      {failure ? (
        <>
          <span className="mw-slides-refused">{failure}</span>
          <CloseButton aria-label={`Dismiss ${name}`} onClick={onDismiss} />
        </>
      ) : (
        <Progress flex={1} value={share * 100} aria-label={`Uploading ${name}`} />
      )}
    </li>
  );
}
