import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { openOverlay, takeTypedAhead } from './overlay-state.ts';
import type { PaletteCommand } from './palette-command.ts';
import { usePaletteCommands } from './palette-commands.ts';

const LIST_ID = 'mw-palette-list';

/** Finds pages, records and actions by name and opens them, also with the keyboard alone. */
export function CommandPalette() {
  const [text, setText] = useState('');
  const [debouncedText] = useDebouncedValue(text, 120);
  const [chosen, setChosen] = useState(0);
  const commands = usePaletteCommands(text, debouncedText);
  const addTypedAhead = () => {
    const ahead = takeTypedAhead();
    setText((typed) => ahead + typed);
  };
  const close = () => openOverlay(null);
  const run = (command: PaletteCommand | undefined) => {
    if (!command) return;
    close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % Math.max(commands.length, 1));
    else if (event.key === 'ArrowUp')
      setChosen((chosen - 1 + commands.length) % Math.max(commands.length, 1));
    else if (event.key === 'Enter') run(commands[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={close}
      title="Command palette"
      withCloseButton={false}
      classNames={{ header: 'mw-visually-hidden' }}
      padding={0}
      size={560}
      centered={false}
      yOffset="12vh"
    >
      <TextInput
        data-autofocus
        size="md"
        className="mw-palette-input"
        placeholder="Find a page, asset or action"
        aria-label="Command"
        role="combobox"
        aria-expanded
        aria-controls={LIST_ID}
        aria-activedescendant={commands[chosen] ? `${LIST_ID}-${chosen}` : undefined}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onFocus={addTypedAhead}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={LIST_ID} role="listbox" aria-label="Commands" className="mw-palette" tabIndex={-1}>
        {commands.map((command, index) => (
          <PaletteRow
            key={command.key}
            command={command}
            id={`${LIST_ID}-${index}`}
            chosen={index === chosen}
            onRun={run}
          />
        ))}
        {commands.length === 0 && <p className="mw-muted">Nothing found.</p>}
      </div>
    </Modal>
  );
}

interface PaletteRowProps {
  command: PaletteCommand;
  id: string;
  chosen: boolean;
  onRun: (command: PaletteCommand) => void;
}

function PaletteRow({ command, id, chosen, onRun }: PaletteRowProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className="mw-palette-row"
      ref={chosen ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
      onClick={() => onRun(command)}
      onKeyDown={(event) => event.key === 'Enter' && onRun(command)}
    >
      <RegisterIcon name={command.icon} />
      <span>{command.title}</span>
      <small>{command.group}</small>
    </div>
  );
}
