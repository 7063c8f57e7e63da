import { Button } from '@mantine/core';
import type { PaymentMethod } from '@samay/contract/core/money';
import type { KeyboardEvent } from 'react';
import { deskMethods } from './desk-methods.ts';
import classes from './method-buttons.module.css';

interface MethodButtonsProps {
  /** Whether a press is pending; the caller ignores another one. */
  isBusy?: boolean;
  /** Whether UPI takes the focus when it appears. */
  isFocused?: boolean;
  /** Whether a button of the caller comes first, such as that of an advance. */
  isSecond?: boolean;
  onPress: (method: PaymentMethod) => void;
}

/** Renders the payment methods of a desk, each with its key, which `methodOfKey` reads. */
export function MethodButtons({
  isBusy = false,
  isFocused = false,
  isSecond = false,
  onPress,
}: MethodButtonsProps) {
  const isFirst = (method: PaymentMethod) => !isSecond && method === 'UPI';
  return (
    <div role="group" aria-label="Taken by" className={classes.methods}>
      {deskMethods.map(({ method, key }) => (
        <Button
          key={method}
          variant={isFirst(method) ? 'filled' : 'default'}
          aria-keyshortcuts={key}
          title={`Key ${key.toUpperCase()}`}
          data-autofocus={isFirst(method) || undefined}
          {...(isFirst(method) && { ref: isFocused ? focusOnce : focusIfLost })}
          // Keeps the button enabled: the focus, and the keys with it, would be lost after a
          // refusal.
          aria-disabled={isBusy || undefined}
          onClick={() => onPress(method)}
        >
          {method}
        </Button>
      ))}
    </div>
  );
}

/** Returns the method whose key was pressed and not typed into a field; undefined for any other key. */
export function methodOfKey(event: KeyboardEvent): PaymentMethod | undefined {
  const isTyped = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
  if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return deskMethods.find(({ key }) => key === event.key.toLowerCase())?.method;
}

/** Focuses an element when it appears; to be passed as a ref. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * Focuses an element when it appears in the place of the one that had the focus; to be passed as a
 * ref.
 */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
