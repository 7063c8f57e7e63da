import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepPressesSteady } from './steady-press.ts';

let end: () => void;
let clicked: string[];
beforeEach(() => {
  end = keepPressesSteady();
  clicked = [];
  document.body.innerHTML =
    '<main><button id="create"><b>Create</b></button><button id="cancel">Cancel</button></main>';
  document.body.addEventListener('click', record);
});
afterEach(() => {
  end();
  document.body.removeEventListener('click', record);
  document.body.replaceChildren();
});

const record = ({ target }: Event) =>
  clicked.push(target instanceof Element ? target.id || target.tagName : '');
const find = (selector: string) => document.querySelector(selector) ?? document.body;

function press(selector: string, options: PointerEventInit = {}): void {
  find(selector).dispatchEvent(
    new PointerEvent('pointerdown', { bubbles: true, isPrimary: true, clientX: 50, clientY: 20, ...options }),
  );
}

/**
 * Clicks as a release does: the browser targets the common ancestor of the places of press and
 * release.
 */
function release(selector: string, options: MouseEventInit = {}): void {
  find(selector).dispatchEvent(
    new MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      detail: 1,
      clientX: 51,
      clientY: 21,
      ...options,
    }),
  );
}

it('presses the button that has moved from under the pointer, once, and nothing else [P-16.21]', () => {
  press('#create b');
  release('main');
  expect(clicked).toEqual(['create']);
  release('main');
  expect(clicked).toEqual(['create', 'MAIN']);
});

it('leaves a click alone that reaches the button that was pressed', () => {
  press('#create b');
  release('#create');
  expect(clicked).toEqual(['create']);
});

it.each<[string, PointerEventInit, MouseEventInit]>([
  ['is drawn away', {}, { clientX: 90 }],
  ['comes from another button of the mouse', { button: 2 }, {}],
  ['comes from a second finger', { isPrimary: false }, {}],
  ['is followed by a key', {}, { detail: 0 }],
  ['opens a new window', {}, { ctrlKey: true }],
])('takes no press for its own that %s', (_, down, up) => {
  press('#create', down);
  release('main', up);
  expect(clicked).toEqual(['MAIN']);
});

it('forgets a button that is gone', () => {
  press('#create');
  find('#create').remove();
  release('main');
  expect(clicked).toEqual(['MAIN']);
});
