import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

interface EmptyTabsMenuProps {
  tabs: readonly { name: string; title: string }[];
  onOpen: (name: string) => void;
}

/** A button after the tabs that lists the tabs without rows. Users open one there to add its first row. */
export function EmptyTabsMenu({ tabs, onOpen }: EmptyTabsMenuProps) {
  return (
    // The focus goes to the opened tab. Escape returns it to the button.
    <Menu position="bottom-start" shadow="md" returnFocus={false}>
      <Menu.Target>
        <UnstyledButton className="mw-tab-more" aria-label="More tabs">
          More <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="min(50vh, 400px)" style={{ overflowY: 'auto' }}>
        {tabs.map(({ name, title }) => (
          <Menu.Item key={name} onClick={() => onOpen(name)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
