import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useEscape } from './use-escape.ts';

function Waiting({ isOpen = true, onEscape }: { isOpen?: boolean; onEscape: () => void }) {
  useEscape(isOpen, onEscape);
  return null;
}
const press = (target: Element | Window = window, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key: 'Escape', ...more });

it('closes only the topmost, and the one below at the next press [P-16.48]', () => {
  const [form, question] = [vi.fn(), vi.fn()];
  const { rerender } = render(
    <>
      <Waiting onEscape={form} />
      <Waiting onEscape={question} />
    </>,
  );
  press();
  expect([form.mock.calls.length, question.mock.calls.length]).toEqual([0, 1]);
  rerender(
    <>
      <Waiting onEscape={form} />
      <Waiting isOpen={false} onEscape={question} />
    </>,
  );
  press();
  expect([form.mock.calls.length, question.mock.calls.length]).toEqual([1, 1]);
});

it('does not close two with one press when the first closes immediately', () => {
  const form = vi.fn();
  const { rerender } = render(<Waiting onEscape={form} />);
  const question = vi.fn(() => rerender(<Waiting onEscape={form} />));
  rerender(
    <>
      <Waiting onEscape={form} />
      <Waiting onEscape={question} />
    </>,
  );
  press();
  expect([form.mock.calls.length, question.mock.calls.length]).toEqual([0, 1]);
});

it('calls the current handler, not the one from when it opened', () => {
  const [before, now] = [vi.fn(), vi.fn()];
  const { rerender } = render(<Waiting onEscape={before} />);
  rerender(<Waiting onEscape={now} />);
  press();
  expect(before).not.toHaveBeenCalled();
  expect(now).toHaveBeenCalledOnce();
});

it('ignores other keys, keys during composition and with an open list, and all keys after it is unmounted', () => {
  const onEscape = vi.fn();
  const { unmount } = render(
    <>
      <input aria-label="List" data-mantine-stop-propagation="true" />
      <Waiting onEscape={onEscape} />
    </>,
  );
  fireEvent.keyDown(window, { key: 'Enter' });
  press(window, { isComposing: true });
  press(screen.getByLabelText('List'));
  unmount();
  press();
  expect(onEscape).not.toHaveBeenCalled();
});
