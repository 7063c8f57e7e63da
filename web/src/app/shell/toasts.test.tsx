import { notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { useShortcutKeys } from '../../lib/shortcuts.ts';
import { toastAsking, toastDone, toastFailed } from '../../ui/feedback/toast.tsx';
import { Toasts } from './toasts.tsx';

function Page() {
  useShortcutKeys();
  return (
    <>
      <button type="button">Row</button>
      <Toasts />
    </>
  );
}

beforeEach(() => notifications.clean());

it('leads to Undo by z [P-16.23]', async () => {
  const undo = vi.fn();
  const { user } = renderUi(<Page />);
  act(() => toastDone('Om Prakash Yadav marked as no-show', undo));
  await screen.findByRole('button', { name: 'Undo' });
  await user.keyboard('z{Enter}');
  expect(undo).toHaveBeenCalledOnce();
});

it('leads to the latest message with buttons, and back to where the focus was once one is pressed [P-16.23]', async () => {
  const [undo, cash] = [vi.fn(), vi.fn()];
  const { user } = renderUi(<Page />);
  act(() => toastDone('Asha arrived', undo));
  act(() =>
    toastAsking('Ravi completed. How was it paid?', [
      { name: 'UPI', run: vi.fn() },
      { name: 'Cash', run: cash },
    ]),
  );
  act(() => toastDone('Refreshed'));
  await screen.findByText('Refreshed');
  screen.getByRole('button', { name: 'Row' }).focus();
  await user.keyboard('z');
  await waitFor(() => expect(screen.getByRole('button', { name: 'UPI' })).toHaveFocus());
  await user.tab();
  await user.keyboard('z');
  expect(screen.getByRole('button', { name: 'Cash' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(cash).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Row' })).toHaveFocus();
  await expect.poll(() => screen.queryByRole('button', { name: 'UPI' })).toBeNull();
  await user.keyboard('z');
  // The message that covers it gets the focus first, until the frame in which it is uncovered.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus());
  expect(undo).not.toHaveBeenCalled();
});

it('leads nowhere where no message has a button', async () => {
  const { user } = renderUi(<Page />);
  act(() => toastDone('Refreshed'));
  await screen.findByText('Refreshed');
  screen.getByRole('button', { name: 'Row' }).focus();
  await user.keyboard('z');
  expect(screen.getByRole('button', { name: 'Row' })).toHaveFocus();
});

it('shows one message at a time, all of them under the focus; one without a button is replaced, and an error is covered by none [P-16.44]', async () => {
  const { user } = renderUi(<Page />);
  const shown = () =>
    screen.queryAllByRole('alert').map((toast) => [toast.textContent, toast.closest('[inert]') === null]);
  act(() => toastDone('Refreshed'));
  act(() => toastDone('Asha no-show', vi.fn()));
  act(() => toastDone('Ravi no-show', vi.fn()));
  await waitFor(() =>
    expect(shown()).toEqual([
      ['Ravi no-showUndo', true],
      ['Asha no-showUndo', false],
    ]),
  );
  await user.keyboard('z');
  await waitFor(() => expect(shown().every(([, isReached]) => isReached)).toBe(true));
  screen.getByRole('button', { name: 'Row' }).focus();
  act(() => toastFailed('Failed to update appointment'));
  act(() => toastDone('Uma no-show', vi.fn()));
  act(() => toastDone('Tara no-show', vi.fn()));
  await waitFor(() =>
    expect(shown().map(([text, isReached]) => `${text}${isReached ? '' : ' (covered)'}`)).toEqual([
      'Failed to update appointment',
      'Tara no-showUndo (covered)',
      'Uma no-showUndo (covered)',
      'Ravi no-showUndo (covered)',
    ]),
  );
});
