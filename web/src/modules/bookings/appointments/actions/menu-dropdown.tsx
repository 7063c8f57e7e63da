import { Menu } from '@mantine/core';
import classes from './appointment-menu.module.css';

export interface MenuEntry {
  readonly name: string;
  readonly run: () => void;
}

interface MenuDropdownProps {
  /** The id that the button's `aria-controls` names. */
  id: string;
  items: readonly MenuEntry[];
  /** The element to mount the menu in. */
  place: HTMLElement;
  onClose: () => void;
}

/**
 * Renders the open menu of a row. It is its own chunk, because the positioning library is larger
 * than the list.
 */
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
