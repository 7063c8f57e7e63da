import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ActionsProvider, useActions } from '../actions.tsx';
import { SessionProvider, useAuth, useSession } from './session.tsx';

// React also writes errors thrown during a render to the console.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

function Using({ hook }: { hook: () => unknown }) {
  hook();
  return null;
}

it.each([
  ['useActions must be used within an ActionsProvider', useActions],
  ['useAuth must be used within a SessionProvider', useAuth],
])('names the missing provider: %s [P-16.10]', (message, hook) => {
  expect(() => render(<Using hook={hook} />)).toThrow(message);
});

it('has no session to give before anyone is signed in', () => {
  const within = (
    <SessionProvider>
      <Using hook={useSession} />
    </SessionProvider>
  );
  expect(() => render(within)).toThrow('signed-in');
});

it('passes a feature what the application provides of another', () => {
  const openDetails = vi.fn();
  function Row() {
    const { openDetails: open } = useActions();
    return <button onClick={() => open('booking-1')}>View</button>;
  }
  render(
    <ActionsProvider
      actions={{
        openDetails,
        openNewAppointment: () => undefined,
        openVisit: () => undefined,
        openClosing: () => undefined,
        openPalette: () => undefined,
        openShortcuts: () => undefined,
      }}
    >
      <Row />
    </ActionsProvider>,
  );
  screen.getByRole('button', { name: 'View' }).click();
  expect(openDetails).toHaveBeenCalledExactlyOnceWith('booking-1');
});
