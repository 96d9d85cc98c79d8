import { ActionIcon } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPencil,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { sizeText } from '../../../src/web/parts/size-text.ts';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import type { EntryRecord } from './data.ts';
import { useOrder } from './use-order.ts';

type What = 'edit' | 'payload' | 'remove';

interface EntryListProps {
  scopeid: number;
  entries: readonly EntryRecord[];
  canUpload: boolean;
  onOpen: (what: What, entry: EntryRecord) => void;
}

/**
 * Lists the entries in their order. Users change it by dragging, with the arrow buttons, or with arrow keys
 * on the handle.
 */
export function EntryList({ scopeid, entries, canUpload, onOpen }: EntryListProps) {
  const { ordered, move } = useOrder(scopeid, entries);
  const [dragged, setDragged] = useState<number>();
  const [dropIndex, setDropIndex] = useState<number>();
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== undefined) move(dragged, to);
    setDragged(undefined);
    setDropIndex(undefined);
  };
  return (
    <ol className="mw-enforce-entries">
      {ordered.map((entry, index) => (
        <li
          key={entry.entryid}
          data-off={entry.isenabled ? undefined : true}
          data-over={dropIndex === index && dragged !== index ? true : undefined}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            setDragged(index);
          }}
          onDragEnd={() => setDropIndex(undefined)}
          onDragOver={(event) => {
            if (dragged === undefined) return;
            event.preventDefault();
            setDropIndex(index);
          }}
          onDrop={(event) => drop(event, index)}
        >
          <Grip entry={entry} index={index} onMove={(to) => move(index, to)} />
          <Name entry={entry} />
          <Payload entry={entry} />
          <Tools
            {...{ entry, index, canUpload, onOpen }}
            last={ordered.length - 1}
            onMove={(to) => move(index, to)}
          />
        </li>
      ))}
    </ol>
  );
}

interface EntryMoveProps {
  entry: EntryRecord;
  index: number;
  onMove: (to: number) => void;
}

function Grip({ entry, index, onMove }: EntryMoveProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(index + step);
  };
  return (
    <button
      type="button"
      className="mw-enforce-grip"
      aria-label={`${entry.Name}, position ${index + 1}. Arrow keys move it.`}
      onKeyDown={onKeyDown}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
}

/** Returns the targets of an entry in a few words. */
function targetText({ PCTypes, TargetHostnames, TargetMachineNumbers, CMMVersions }: EntryRecord): string {
  const all = [PCTypes, TargetHostnames, TargetMachineNumbers, CMMVersions].flatMap((one) => one ?? []);
  if (all.length === 0) return 'every PC';
  return all.length > 4 ? `${all.slice(0, 4).join(', ')} and ${all.length - 4} more` : all.join(', ');
}

function Name({ entry }: { entry: EntryRecord }) {
  const { Name: name, Type, appname, isenabled } = entry;
  return (
    <div className="mw-enforce-name">
      <strong>{name}</strong>
      <small>
        {[Type, `for ${targetText(entry)}`, appname, isenabled ? null : 'not published']
          .filter(Boolean)
          .join(' · ')}
      </small>
    </div>
  );
}

function Payload({ entry }: { entry: EntryRecord }) {
  const { haspayload, PayloadSize, InlinePayload } = entry;
  if (!haspayload) return <StateBadge word="missing" label="Payload missing" />;
  if (PayloadSize === undefined) return null;
  return (
    <span className="mw-muted">
      {InlinePayload === undefined ? 'File' : 'Text'}, {sizeText(PayloadSize)}
    </span>
  );
}

interface ToolsProps extends EntryMoveProps {
  last: number;
  canUpload: boolean;
  onOpen: EntryListProps['onOpen'];
}

function Tools({ entry, index, last, canUpload, onMove, onOpen }: ToolsProps) {
  const tool = (label: string, Icon: typeof IconPencil, act: () => void, disabled = false) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`${label}: ${entry.Name}`}
      title={label}
      disabled={disabled}
      onClick={act}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className="mw-enforce-tools">
      {tool('Move up', IconArrowUp, () => onMove(index - 1), index === 0)}
      {tool('Move down', IconArrowDown, () => onMove(index + 1), index === last)}
      {canUpload && tool('Upload payload', IconUpload, () => onOpen('payload', entry))}
      {tool('Edit', IconPencil, () => onOpen('edit', entry))}
      {tool('Delete', IconTrash, () => onOpen('remove', entry))}
    </div>
  );
}
