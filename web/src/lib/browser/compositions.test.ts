import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepCompositions } from './compositions.ts';

let end: () => void;
let heard: string[];
const field = document.createElement('input');
const hear = ({ key }: KeyboardEvent) => void heard.push(key);
/** Where screens listen: the window before all, the field, React's root and the document after it. */
const listeners = [
  [window, true],
  [field, false],
  [document.body, false],
  [document, false],
] as const;

beforeEach(() => {
  end = keepCompositions();
  heard = [];
  document.body.append(field);
  for (const [target, capture] of listeners)
    target.addEventListener('keydown', hear as EventListener, { capture });
});
afterEach(() => {
  end();
  for (const [target, capture] of listeners)
    target.removeEventListener('keydown', hear as EventListener, { capture });
  field.remove();
});

/** Presses a key in the field; returns whether the browser's own action stays. */
const press = (key: string, options: KeyboardEventInit = {}) =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }));

it.each(['Enter', 'ArrowDown', 'ArrowUp', 'Escape', 'Tab', 'n'])(
  'leaves %s to the text that is composed, and its action to the browser [P-5.74]',
  (key) => {
    expect(press(key, { isComposing: true })).toBe(true);
    // The key that ends a composition in Safari.
    expect(press(key, { keyCode: 229 })).toBe(true);
    expect(heard).toEqual([]);
    press(key);
    expect(heard).toEqual([key, key, key, key]);
  },
);
