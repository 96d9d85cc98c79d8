import { useEffect, useRef, useState } from 'react';
import { toastDone, toastError } from '../../../../src/web/parts/toasts.tsx';
import type { Surface } from '../../surfaces.ts';
import { SlideCard } from './slide-card.tsx';
import { moveItem, type Slide, saveOrder } from './slide-data.ts';

interface SlideGridProps {
  surface: Surface;
  slides: readonly Slide[];
  interval: number;
}

/**
 * Shows the slides of a surface in order. The order is saved when a slide is dropped, and after each step by
 * keyboard.
 */
export function SlideGrid({ surface, slides, interval }: SlideGridProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [order, setOrder] = useState<readonly Slide[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<{ slideid: number; to: number } | null>(null);
  const shown = order ?? slides;
  // A moved card is rendered elsewhere, so the keyboard focus must follow it.
  useEffect(() => {
    const { slideid, to } = focused.current ?? {};
    if (to === undefined || slides[to]?.slideid !== slideid) return;
    list.current?.querySelector<HTMLElement>(`[data-slide="${slideid}"]`)?.focus();
    focused.current = null;
  });
  const save = async (next: Slide[]) => {
    try {
      return await saveOrder(surface, next);
    } catch (cause) {
      toastError(cause, 'The order was not saved');
      return null;
    }
  };
  const step = async (from: number, to: number) => {
    const slide = slides[from]!;
    focused.current = { slideid: slide.slideid, to };
    setAnnouncement(`${slide.filename} is now at position ${to + 1} of ${slides.length}.`);
    await save(moveItem(slides, from, to));
  };
  const moveDragged = (at: number) => {
    const from = shown.findIndex(({ slideid }) => slideid === dragged);
    if (from >= 0 && from !== at) setOrder(moveItem(shown, from, at));
  };
  const saveDragged = async () => {
    setDragged(null);
    setOrder(null);
    if (!order || order.every((slide, at) => slide === slides[at])) return;
    const auditid = await save([...order]);
    if (auditid) toastDone('The new order is saved.', auditid);
  };
  return (
    <>
      <ol className="mw-slides" ref={list}>
        {shown.map((slide, at) => (
          <SlideCard
            key={slide.slideid}
            slide={slide}
            at={at}
            count={shown.length}
            interval={interval}
            isDragged={dragged === slide.slideid}
            onMove={(to) => void step(at, to)}
            onDrag={(isDragged) => (isDragged ? setDragged(slide.slideid) : void saveDragged())}
            onDropHere={() => moveDragged(at)}
          />
        ))}
      </ol>
      <span className="mw-visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}
