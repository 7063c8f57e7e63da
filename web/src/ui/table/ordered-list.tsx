import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './ordered-list.module.css';

interface OrderedListProps<Item> {
  /** The accessible name of the list. */
  label: string;
  items: readonly Item[];
  getKey: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** Called with the keys in their new order. Without it the order cannot be changed. */
  onOrder?: ((keys: string[]) => void) | undefined;
  children: (item: Item) => ReactNode;
}

/**
 * Renders a list whose order is changed by two buttons at each row. The focus follows the row, and
 * a screen reader reads its new place.
 */
export function OrderedList<Item>({
  label,
  items,
  getKey,
  nameOf,
  onOrder,
  children,
}: OrderedListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState<{ key: string; by: 1 | -1 }>();
  const keys = items.map(getKey);
  const place = moved ? keys.indexOf(moved.key) : -1;
  const item = items[place];

  // Runs again when the row is at its new place, which may be a moment after the press.
  useEffect(() => {
    if (moved && place >= 0) focusButton(list.current, moved.key, moved.by);
  }, [moved, place]);

  function move(at: number, by: 1 | -1): void {
    const next = [...keys];
    const [key = ''] = next.splice(at, 1);
    next.splice(at + by, 0, key);
    onOrder?.(next);
    setMoved({ key, by });
  }

  return (
    <div>
      <ul ref={list} aria-label={label} className={classes.list}>
        {items.map((row, at) => (
          <li key={getKey(row)} data-key={getKey(row)} className={classes.row}>
            {onOrder && items.length > 1 && (
              <div className={classes.order}>
                <OrderButton
                  label={`Move ${nameOf(row)} up`}
                  isDown={false}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                />
                <OrderButton
                  label={`Move ${nameOf(row)} down`}
                  isDown
                  disabled={at === items.length - 1}
                  onClick={() => move(at, 1)}
                />
              </div>
            )}
            <div className={classes.content}>{children(row)}</div>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">
        {item && `${nameOf(item)} is number ${place + 1} of ${items.length}`}
      </VisuallyHidden>
    </div>
  );
}

interface OrderButtonProps {
  label: string;
  isDown: boolean;
  disabled: boolean;
  onClick: () => void;
}

function OrderButton({ label, isDown, disabled, onClick }: OrderButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      title={label}
      disabled={disabled}
      className={classes.button ?? ''}
      data-by={isDown ? 1 : -1}
      onClick={onClick}
    >
      {isDown ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
    </ActionIcon>
  );
}

/**
 * Focuses the pressed button, or its neighbour if the row is now first or last, unless the focus
 * has left the list in between.
 */
function focusButton(list: HTMLElement | null, key: string, by: 1 | -1): void {
  const { activeElement } = document;
  if (activeElement !== document.body && !list?.contains(activeElement)) return;
  const row = list?.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const button = row?.querySelector<HTMLButtonElement>(`[data-by="${by}"]:not(:disabled)`);
  (button ?? row?.querySelector<HTMLButtonElement>('[data-by]:not(:disabled)'))?.focus();
}
