import { afterEach, beforeEach, expect, it } from 'vitest';
import { focusFirstError } from './form-errors.ts';

beforeEach(() => {
  document.body.innerHTML =
    '<form id="f"><input id="name"><input id="email" aria-invalid="true"><button id="send">Send</button></form>';
});
afterEach(() => document.body.replaceChildren());

it('focuses the first invalid field [P-16.41]', async () => {
  focus('send');
  focusFirstError('f');
  await frame();
  expect(document.activeElement?.id).toBe('email');
});

it('leaves the focus of a person who already went on to a field [P-16.41]', async () => {
  focus('send');
  focusFirstError('f');
  focus('name');
  await frame();
  expect(document.activeElement?.id).toBe('name');
});

function focus(id: string): void {
  document.getElementById(id)?.focus();
}

function frame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}
