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
 * A dialog clips what is positioned in it, unless that is fixed. The menu covers its button where a
 * phone has no room below it.
 */
const inDialog = {
  floatingStrategy: 'fixed',
  middlewares: { flip: true, shift: { crossAxis: true, padding: 8 } },
} as const;

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
      {...(place.role === 'dialog' && inDialog)}
    >
      <Menu.Target>
        <i className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown ?? ''}>
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
