import { ActionIcon } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconMinus,
  IconPin,
  IconPinnedOff,
  IconPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ListColumn, moveColumn, neighborOf, setColumnWidth, togglePinned } from './list-column.ts';

const STEP_PX = 40;
/** The width from which the buttons start when the content of the column decides. */
const START_PX = 160;

interface ColumnButtonsProps {
  name: string;
  title: string;
  columns: readonly ListColumn[];
  onColumns: (columns: readonly ListColumn[]) => void;
}

/** Shows the buttons that move, size and pin a column, for users without a pointer. */
export function ColumnButtons({ name, title, columns, onColumns }: ColumnButtonsProps) {
  const column = columns.find((one) => one.name === name);
  const move = (by: -1 | 1, label: string, icon: ReactNode) => {
    const neighbor = neighborOf(columns, name, by);
    return (
      <Tool
        label={`Move ${title} ${label}`}
        icon={icon}
        disabled={neighbor === undefined}
        onClick={() => neighbor && onColumns(moveColumn(columns, name, neighbor))}
      />
    );
  };
  const resize = (by: number) =>
    onColumns(setColumnWidth(columns, name, (column?.width ?? measureWidth(name)) + by));
  return (
    <>
      {move(-1, 'left', <IconArrowLeft size={14} />)}
      {move(1, 'right', <IconArrowRight size={14} />)}
      <Tool label={`Narrow ${title}`} icon={<IconMinus size={14} />} onClick={() => resize(-STEP_PX)} />
      <Tool label={`Widen ${title}`} icon={<IconPlus size={14} />} onClick={() => resize(STEP_PX)} />
      <Tool
        label={`Reset width of ${title}`}
        icon={<IconArrowsHorizontal size={14} />}
        disabled={column?.width === undefined}
        onClick={() => onColumns(setColumnWidth(columns, name, undefined))}
      />
      <Tool
        label={`${column?.pinned ? 'Unpin' : 'Pin'} ${title}`}
        icon={column?.pinned ? <IconPinnedOff size={14} /> : <IconPin size={14} />}
        onClick={() => onColumns(togglePinned(columns, name))}
      />
    </>
  );
}

const measureWidth = (name: string): number =>
  document.querySelector<HTMLElement>(`th[data-column="${CSS.escape(name)}"]`)?.offsetWidth ?? START_PX;

interface ToolProps {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

function Tool({ label, icon, disabled, onClick }: ToolProps) {
  return (
    <ActionIcon
      size={24}
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      // A disabled button would lose the focus of the keyboard.
      aria-disabled={disabled}
      data-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      {icon}
    </ActionIcon>
  );
}
