import { notifications } from '@mantine/notifications';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { useShortcutKeys } from '../../lib/shortcuts.ts';
import { toastAsking, toastDone } from '../../ui/feedback/toast.tsx';
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
  expect(screen.getByRole('button', { name: 'UPI' })).toHaveFocus();
  await user.tab();
  await user.keyboard('z');
  expect(screen.getByRole('button', { name: 'Cash' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(cash).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Row' })).toHaveFocus();
  await expect.poll(() => screen.queryByRole('button', { name: 'UPI' })).toBeNull();
  await user.keyboard('z');
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
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
