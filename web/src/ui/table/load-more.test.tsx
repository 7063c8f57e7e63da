import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { LoadMore } from './load-more.tsx';

/** Mocks an IntersectionObserver that reports when the element comes near the viewport. */
class Nearness {
  static all: Nearness[] = [];
  readonly tell: (isNear: boolean) => void;
  isWatching = true;
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    this.tell = (isIntersecting) => callback([{ isIntersecting }]);
    Nearness.all.push(this);
  }
  observe(): void {}
  disconnect(): void {
    this.isWatching = false;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  Nearness.all = [];
});

function show(props: Partial<Parameters<typeof LoadMore>[0]> = {}) {
  vi.stubGlobal('IntersectionObserver', Nearness);
  const onLoad = vi.fn();
  const element = (more: typeof props) => (
    <MantineProvider env="test">
      <LoadMore label="Load more" busy={false} failed={null} onLoad={onLoad} {...props} {...more} />
    </MantineProvider>
  );
  const { rerender, unmount } = render(element({}));
  return { onLoad, unmount, change: (more: typeof props) => rerender(element(more)) };
}

it('loads by its button', async () => {
  const { onLoad } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(onLoad).toHaveBeenCalledOnce();
  expect(Nearness.all).toHaveLength(0);
});

it('loads automatically when it comes into view, not when it leaves [P-16.50]', () => {
  const { onLoad } = show({ automatic: true });
  act(() => Nearness.all[0]?.tell(false));
  expect(onLoad).not.toHaveBeenCalled();
  act(() => Nearness.all[0]?.tell(true));
  expect(onLoad).toHaveBeenCalledOnce();
});

it('does not observe while it loads, and again afterwards', () => {
  const { change, onLoad } = show({ automatic: true });
  change({ busy: true });
  expect(Nearness.all.map(({ isWatching }) => isWatching)).toEqual([false]);
  change({ busy: false });
  expect(Nearness.all.map(({ isWatching }) => isWatching)).toEqual([false, true]);
  expect(onLoad).not.toHaveBeenCalled();
});

it('retries a failed load only by its button', async () => {
  const { onLoad } = show({ automatic: true, failed: 'Failed to load appointments' });
  expect(Nearness.all).toHaveLength(0);
  expect(screen.getByText('Failed to load appointments')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onLoad).toHaveBeenCalledOnce();
});

it('stops looking when it goes', () => {
  show({ automatic: true }).unmount();
  expect(Nearness.all.every(({ isWatching }) => !isWatching)).toBe(true);
});
