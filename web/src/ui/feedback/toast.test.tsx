import { Notifications, notifications } from '@mantine/notifications';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { toastDone, toastFailed } from './toast.tsx';

beforeEach(() => notifications.clean());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('shows what was done', async () => {
  renderUi(<Notifications />);
  act(() => toastDone('Appointment cancelled'));
  expect(await screen.findByText('Appointment cancelled')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('offers Undo once, and closes with it', async () => {
  const undo = vi.fn();
  const { user } = renderUi(<Notifications />);
  act(() => toastDone('Marked as completed', undo));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  await expect.poll(() => screen.queryByText('Marked as completed')).toBeNull();
});

it('offers a named action', async () => {
  const view = vi.fn();
  const { user } = renderUi(<Notifications />);
  act(() => toastDone('Appointment created', view, 'View'));
  await user.click(await screen.findByRole('button', { name: 'View' }));
  expect(view).toHaveBeenCalledOnce();
});

it.each([
  ['what was done, after four seconds', () => toastDone('Said'), 4_000],
  ['what can be undone, after eight', () => toastDone('Said', () => undefined), 8_000],
  ['what did not work, after ten', () => toastFailed('Said'), 10_000],
])('closes automatically %s', async (_what, say, milliseconds) => {
  vi.useFakeTimers();
  renderUi(<Notifications transitionDuration={0} />);
  act(say);
  await act(() => vi.advanceTimersByTimeAsync(milliseconds - 100));
  expect(screen.getByText('Said')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText('Said')).toBeNull();
});

describe('does not end [P-16.43]', () => {
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const hide = (isHidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  function show(): void {
    vi.useFakeTimers();
    renderUi(<Notifications transitionDuration={0} />);
    act(() => toastDone('Said', () => undefined));
  }

  it('while it has the focus, and lasts its full time after that', async () => {
    show();
    await wait(7_000);
    const undo = screen.getByRole('button', { name: 'Undo' });
    act(() => undo.focus());
    await wait(60_000);
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    await wait(60_000);
    expect(undo).toBeInTheDocument();
    act(() => (document.activeElement as HTMLElement).blur());
    await wait(7_900);
    expect(undo).toBeInTheDocument();
    await wait(1_000);
    expect(undo).not.toBeInTheDocument();
  });

  it('while the page is hidden, nor where it appears meanwhile', async () => {
    hide(true);
    show();
    await wait(60_000);
    expect(screen.getByText('Said')).toBeInTheDocument();
    act(() => hide(false));
    await wait(7_000);
    act(() => hide(true));
    await wait(60_000);
    act(() => hide(false));
    await wait(7_900);
    expect(screen.getByText('Said')).toBeInTheDocument();
    await wait(1_000);
    expect(screen.queryByText('Said')).toBeNull();
  });

  it('while the mouse is over it', async () => {
    show();
    const toast = screen.getByRole('alert');
    fireEvent.mouseEnter(toast);
    await wait(60_000);
    expect(toast).toBeInTheDocument();
    fireEvent.mouseLeave(toast);
    await wait(8_100);
    expect(toast).not.toBeInTheDocument();
  });
});

it('can be closed by a labelled button', async () => {
  const { user } = renderUi(<Notifications />);
  act(() => toastFailed('Failed to cancel appointment'));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByText('Failed to cancel appointment')).toBeNull();
});
