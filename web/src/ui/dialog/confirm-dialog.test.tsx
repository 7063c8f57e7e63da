import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

function show(props: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) {
  const [onYes, onNo] = [vi.fn(), vi.fn()];
  const texts = {
    title: 'Cancel appointment',
    question: 'Are you sure?',
    yes: 'Cancel appointment',
    no: 'Keep appointment',
  };
  render(
    <MantineProvider env="test">
      <ConfirmDialog opened {...texts} onYes={onYes} onNo={onNo} {...props} />
    </MantineProvider>,
  );
  return { onYes, onNo, user: userEvent.setup() };
}

it('gives the safe answer the focus, so that Enter harms nothing [P-16.49]', async () => {
  const { user, onYes, onNo } = show();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keep appointment' })).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(onNo).toHaveBeenCalledOnce();
  expect(onYes).not.toHaveBeenCalled();
});

it('means no by Escape', async () => {
  const { user, onYes, onNo } = show();
  await user.keyboard('{Escape}');
  expect(onNo).toHaveBeenCalledOnce();
  expect(onYes).not.toHaveBeenCalled();
});

it('cannot be said yes to twice [P-16.49]', async () => {
  const { user, onYes } = show({ busy: true });
  await user.click(screen.getByRole('button', { name: 'Cancel appointment' })).catch(() => undefined);
  expect(onYes).not.toHaveBeenCalled();
});

it('says within itself why it did not work', () => {
  show({ error: 'Failed to cancel appointment' });
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to cancel appointment');
});

it('is red only where it takes something away [P-16.72]', () => {
  const isRed = (name: string) =>
    screen.getByRole('button', { name }).style.getPropertyValue('--button-bg').includes('red');
  show();
  expect([isRed('Cancel appointment'), isRed('Keep appointment')]).toEqual([true, false]);
  show({ yes: 'Change to Premium', isDestructive: false });
  expect(isRed('Change to Premium')).toBe(false);
});

it('waits for an answer before it can be said yes to [P-16.72]', async () => {
  const { user, onYes } = show({ isWaiting: true, children: <input aria-label="Reason" data-autofocus /> });
  await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveFocus());
  const yes = screen.getByRole('button', { name: 'Cancel appointment' });
  expect(yes).toBeDisabled();
  await user.click(yes).catch(() => undefined);
  expect(onYes).not.toHaveBeenCalled();
});
