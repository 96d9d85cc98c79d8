import { Menu } from '@mantine/core';
import {
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowLeft,
  IconArrowRight,
  IconGripVertical,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { Slide } from './slide-data.ts';

interface SlideHandleProps {
  slide: Slide;
  at: number;
  count: number;
  onMove: (to: number) => void;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const CHOICES = [
  { key: 'Home', title: 'Move to start', Icon: IconArrowBarToLeft },
  { key: 'ArrowLeft', title: 'Move earlier', Icon: IconArrowLeft },
  { key: 'ArrowRight', title: 'Move later', Icon: IconArrowRight },
  { key: 'End', title: 'Move to end', Icon: IconArrowBarToRight },
];

/** Shows the handle that moves a slide: with the arrow keys, or by a menu on devices without dragging. */
export function SlideHandle({ slide, at, count, onMove }: SlideHandleProps) {
  const target = (key: string): number | undefined => {
    const to = STEPS[key]?.(at, count);
    return to === undefined || to < 0 || to >= count || to === at ? undefined : to;
  };
  const press = (event: KeyboardEvent) => {
    if (!STEPS[event.key]) return;
    event.preventDefault();
    const to = target(event.key);
    if (to !== undefined) onMove(to);
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className="mw-slide-grip"
          aria-label={`Move ${slide.filename}, position ${at + 1} of ${count}`}
          aria-keyshortcuts="ArrowLeft ArrowRight Home End"
          title="Drag, or use the arrow keys"
          data-slide={slide.slideid}
          onKeyDown={press}
        >
          <IconGripVertical size={18} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ key, title, Icon }) => (
          <Menu.Item
            key={key}
            leftSection={<Icon size={16} aria-hidden />}
            disabled={target(key) === undefined}
            onClick={() => onMove(target(key)!)}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
