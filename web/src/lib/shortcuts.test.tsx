import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type Shortcut, shortcutsNow, useShortcutKeys, useShortcuts, useSingleKeys } from './shortcuts.ts';

const user = userEvent.setup();

function offer(keys: string, about: Partial<Shortcut> = {}): Shortcut & { run: ReturnType<typeof vi.fn> } {
  return { keys, name: keys, group: 'Anywhere', run: vi.fn(), ...about } as never;
}

function Page({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  useShortcutKeys();
  useShortcuts(shortcuts);
  return <input aria-label="Words" />;
}

it('runs one key, two after each other, and one with Ctrl [P-16.22]', async () => {
  const [booking, list, help, palette] = [offer('n'), offer('g a'), offer('?'), offer('mod+k')];
  render(<Page shortcuts={[booking, list, help, palette]} />);
  await user.keyboard('n');
  await user.keyboard('ga');
  await user.keyboard('{Shift>}?{/Shift}');
  await user.keyboard('{Control>}k{/Control}');
  for (const { run } of [booking, list, help, palette]) expect(run).toHaveBeenCalledOnce();
  await user.keyboard('a');
  await user.keyboard('{Shift>}N{/Shift}');
  await user.keyboard('{Alt>}n{/Alt}');
  await user.keyboard('{Control>}n{/Control}');
  for (const { run } of [booking, list, help, palette]) expect(run).toHaveBeenCalledOnce();
});

it('drops the first key when the second is late', () => {
  const list = offer('g a');
  render(<Page shortcuts={[list]} />);
  const press = (key: string, at: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    document.body.dispatchEvent(event);
  };
  press('g', 10_000);
  press('a', 12_000);
  expect(list.run).not.toHaveBeenCalled();
  press('g', 20_000);
  press('a', 21_000);
  expect(list.run).toHaveBeenCalledOnce();
});

it('ignores keys in fields and dialogs [P-16.22]', async () => {
  const [booking, palette] = [offer('n'), offer('mod+k')];
  const { rerender } = render(<Page shortcuts={[booking, palette]} />);
  await user.type(screen.getByLabelText('Words'), 'n');
  expect(screen.getByLabelText('Words')).toHaveValue('n');
  expect(booking.run).not.toHaveBeenCalled();
  await user.keyboard('{Control>}k{/Control}');
  expect(palette.run).toHaveBeenCalledOnce();
  rerender(
    <>
      <Page shortcuts={[booking, palette]} />
      <div role="dialog" />
    </>,
  );
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('n{Control>}k{/Control}');
  expect(booking.run).not.toHaveBeenCalled();
  expect(palette.run).toHaveBeenCalledOnce();
  // Checks that a closing dialog takes no key.
  screen.getByRole('dialog').setAttribute('data-closing', 'true');
  await user.keyboard('n{Control>}k{/Control}');
  expect(booking.run).toHaveBeenCalledOnce();
  expect(palette.run).toHaveBeenCalledTimes(2);
});

it('can be switched off but for those with Ctrl', async () => {
  const [booking, palette] = [offer('n'), offer('mod+k')];
  const { result } = renderHook(() => useSingleKeys());
  render(<Page shortcuts={[booking, palette]} />);
  act(() => result.current[1](false));
  await user.keyboard('n{Control>}k{/Control}');
  expect(booking.run).not.toHaveBeenCalled();
  expect(palette.run).toHaveBeenCalledOnce();
  act(() => result.current[1](true));
  await user.keyboard('n');
  expect(booking.run).toHaveBeenCalledOnce();
});

it('prefers a page’s own key to a global one, while the page is open [P-16.22]', async () => {
  const [everywhere, here] = [offer('/'), offer('/', { group: 'On this page' })];
  const { unmount } = render(<Page shortcuts={[here, everywhere]} />);
  expect(shortcutsNow()).toEqual([here]);
  await user.keyboard('/');
  expect(here.run).toHaveBeenCalledOnce();
  expect(everywhere.run).not.toHaveBeenCalled();
  unmount();
  expect(shortcutsNow()).toEqual([]);
});
