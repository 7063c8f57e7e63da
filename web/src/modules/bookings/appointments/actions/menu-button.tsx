import { lazy, type ReactNode, useId, useRef, useState } from 'react';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { PartBoundary } from '../../../../ui/feedback/part-boundary.tsx';
import classes from './appointment-menu.module.css';
import type { MenuEntry } from './menu-dropdown.tsx';

const loadDropdown = async () => ({
  default: (await loadChunk(() => import('./menu-dropdown.tsx'))).MenuDropdown,
});
const MenuDropdown = lazy(loadDropdown);

/** Preloads the menu's chunk. Errors are ignored: opening the menu tries again and reports them. */
export function preloadMenu(): void {
  void loadDropdown().catch(() => undefined);
}

interface MenuButtonProps {
  label: string;
  items: readonly MenuEntry[];
  className: string;
  onOpen?: () => void;
  children: ReactNode;
}

/**
 * Renders the button of a row's menu. The menu itself is mounted while it is open, because a
 * thousand mounted menus make a list slow.
 */
export function MenuButton({ label, items, className, onOpen, children }: MenuButtonProps) {
  /** The element that contains the menu while it is open; null while it is closed. */
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function open(pressed: HTMLButtonElement): void {
    onOpen?.();
    setPlace(findLandmark(pressed));
  }

  function close(): void {
    setPlace(null);
    button.current?.focus({ preventScroll: true });
  }

  return (
    <span className={classes.place}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        aria-controls={place ? `${id}-dropdown` : undefined}
        onClick={(event) => (place ? setPlace(null) : open(event.currentTarget))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          // The menu is mounted before this event has bubbled, and would treat the key as one
          // pressed outside it.
          event.stopPropagation();
          open(event.currentTarget);
        }}
      >
        {children}
      </button>
      {place && (
        <PartBoundary onGiveUp={close}>
          <MenuDropdown id={id} items={items} place={place} onClose={close} />
        </PartBoundary>
      )}
    </span>
  );
}

/**
 * Returns the element to mount the menu in: outside the row, which clips its content, and inside
 * the dialog or the main landmark.
 */
function findLandmark(button: HTMLElement): HTMLElement {
  return button.closest<HTMLElement>('[role="dialog"], main') ?? document.body;
}
