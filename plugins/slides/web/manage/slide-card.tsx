import { ActionIcon, NumberInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { sizeText } from '../../../../src/web/parts/size-text.ts';
import { toastDone, toastError } from '../../../../src/web/parts/toasts.tsx';
import { MAX_SECONDS } from '../../surfaces.ts';
import { removeSlide, type Slide, saveSeconds } from './slide-data.ts';
import { SlideHandle } from './slide-handle.tsx';

export interface SlideCardProps {
  slide: Slide;
  at: number;
  count: number;
  /** Default display time of the surface, in seconds. */
  interval: number;
  isDragged: boolean;
  onMove: (to: number) => void;
  onDrag: (isDragged: boolean) => void;
  onDropHere: () => void;
}

/** Shows the card of a slide. It is moved by dragging or with its handle. */
export function SlideCard({
  slide,
  at,
  count,
  interval,
  isDragged,
  onMove,
  onDrag,
  onDropHere,
}: SlideCardProps) {
  return (
    <li
      className="mw-slide"
      data-dragged={isDragged || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', slide.filename);
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        onDropHere();
      }}
    >
      <div className="mw-slide-picture">
        {slide.isthere ? (
          <img src={slide.url} alt="" loading="lazy" decoding="async" draggable={false} />
        ) : (
          <span>The file is missing. Remove the slide and add the image again.</span>
        )}
        <span className="mw-slide-number">{at + 1}</span>
      </div>
      <div className="mw-slide-facts">
        <SlideHandle slide={slide} at={at} count={count} onMove={onMove} />
        <div className="mw-slide-name">
          <strong title={slide.filename}>{slide.filename}</strong>
          <small className="mw-muted">
            {slide.width} × {slide.height} · {sizeText(slide.size)}
          </small>
        </div>
        <Seconds slide={slide} interval={interval} />
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={`Remove ${slide.filename}`}
          onClick={() => void remove(slide)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </div>
    </li>
  );
}

async function remove(slide: Slide): Promise<void> {
  try {
    toastDone(`${slide.filename} is removed.`, await removeSlide(slide));
  } catch (cause) {
    toastError(cause, `${slide.filename} was not removed`);
  }
}

/** The input for the display time. It saves on blur or Enter. Empty means the default of the surface. */
function Seconds({ slide, interval }: { slide: Slide; interval: number }) {
  const [value, setValue] = useState<number | string>(slide.seconds || '');
  const [savedSeconds, setSavedSeconds] = useState(slide.seconds);
  const [problem, setProblem] = useState<string | null>(null);
  // Shows a display time that changed elsewhere or was undone, unless the user is entering another one.
  if (savedSeconds !== slide.seconds) {
    setSavedSeconds(slide.seconds);
    if (Number(value) === savedSeconds) setValue(slide.seconds || '');
  }
  const save = async () => {
    const seconds = Number(value);
    if (seconds === slide.seconds) return setProblem(null);
    if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > MAX_SECONDS)
      return setProblem('0 to 86,400');
    try {
      setProblem(null);
      await saveSeconds(slide, seconds);
    } catch (cause) {
      setProblem(cause instanceof Error ? cause.message : 'Not saved');
    }
  };
  return (
    <NumberInput
      className="mw-slide-seconds"
      aria-label={`Seconds of ${slide.filename}`}
      placeholder={`${interval} s`}
      suffix=" s"
      value={value}
      error={problem}
      onChange={setValue}
      onBlur={() => void save()}
      onKeyDown={(event) => event.key === 'Enter' && void save()}
      min={0}
      max={MAX_SECONDS}
      clampBehavior="none"
      allowDecimal={false}
      hideControls
    />
  );
}
