import { Button } from '@mantine/core';
import type { PaymentMethod } from '@samay/contract/core/money';
import type { KeyboardEvent } from 'react';
import { deskMethods } from './desk-methods.ts';
import classes from './method-buttons.module.css';

interface MethodButtonsProps {
  /** Whether a press is pending; the caller ignores another one. */
  isBusy?: boolean;
  /** Whether the first method takes the focus when it appears. */
  isFocused?: boolean;
  onPress: (method: PaymentMethod) => void;
}

/** Renders the payment methods of a desk, each with its key, which `methodOfKey` reads. */
export function MethodButtons({ isBusy = false, isFocused = false, onPress }: MethodButtonsProps) {
  return (
    <div role="group" aria-label="Taken by" className={classes.methods}>
      {deskMethods.map(({ method, key }) => (
        <Button
          key={method}
          variant={method === 'UPI' ? 'filled' : 'default'}
          aria-keyshortcuts={key}
          title={`Key ${key.toUpperCase()}`}
          data-autofocus={method === 'UPI' || undefined}
          {...(isFocused && method === 'UPI' && { ref: focusOnce })}
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

/** Returns the method whose key was pressed outside a field; undefined for any other key. */
export function methodOfKey(event: KeyboardEvent): PaymentMethod | undefined {
  if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey)
    return undefined;
  return deskMethods.find(({ key }) => key === event.key.toLowerCase())?.method;
}

/** Focuses an element when it appears; to be passed as a ref. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
