import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

afterEach(() => {
  notifications.clean();
  vi.restoreAllMocks();
});

function show() {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <Notifications />
      <CopyButton text="booking_1795000000001" label="Copy booking reference" />
    </MantineProvider>,
  );
  return user;
}

it('copies the whole text and says so', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Copy booking reference' }));
  expect(await screen.findByText('Copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('booking_1795000000001');
});

it('shows the text if the browser does not allow copying', async () => {
  const user = show();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'Copy booking reference' }));
  expect(await screen.findByText(/did not let us copy. The text is booking_1795000000001/)).toBeVisible();
});
