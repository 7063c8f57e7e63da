import { Menu } from '@mantine/core';
import classes from './appointment-menu.module.css';

export interface MenuEntry {
  readonly name: string;
  readonly run: () => void;
}

interface MenuDropdownProps {
  /** What the button says that it controls. */
  id: string;
  items: readonly MenuEntry[];
  /** The part of the page to stand in. */
  place: HTMLElement;
  onClose: () => void;
}

/** A row's open menu. By itself, because what places it on the page weighs more than the whole list. */
export function MenuDropdown({ id, items, place, onClose }: MenuDropdownProps) {
  return (
    <Menu
      id={id}
      opened
      onClose={onClose}
      position="bottom-end"
      shadow="md"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      portalProps={{ target: place }}
    >
      <Menu.Target>
        <i className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ name, run }, index) => (
          <Menu.Item
            key={name}
            className={classes.item ?? ''}
            {...(index === 0 && { 'data-autofocus': true })}
            onClick={() => (onClose(), run())}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
