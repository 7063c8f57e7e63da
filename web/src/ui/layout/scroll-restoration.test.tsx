import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScrollRestoration } from './scroll-restoration.tsx';

/**
 * Mocks the layout, which jsdom lacks: rows of 50 px from the top of the page, scrolled by
 * `scrollY`.
 */
const rowHeight = 50;
const scrollBy = vi.fn<(options: ScrollToOptions) => void>();

beforeEach(() => {
  scrollBy.mockClear();
  vi.stubGlobal('scrollBy', scrollBy);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = [...document.querySelectorAll('[data-row]')].indexOf(this) * rowHeight - window.scrollY;
    return { top, bottom: top + rowHeight } as DOMRect;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function List({ names, always = false }: { names: readonly string[]; always?: boolean }) {
  return (
    <ScrollRestoration selector="[data-row]" always={always}>
      {names.map((name) => (
        <p key={name} data-row>
          {name}
        </p>
      ))}
    </ScrollRestoration>
  );
}
const scrolledTo = (y: number) => vi.stubGlobal('scrollY', y);
const moves = () => scrollBy.mock.calls.map(([{ top }]) => top);
const names = ['a', 'b', 'c', 'd', 'e', 'f'];

it('moves the page when rows are inserted above the visible ones [P-16.50]', () => {
  scrolledTo(120);
  const { rerender } = render(<List names={names} />);
  rerender(<List names={['new', 'newer', ...names]} />);
  expect(moves()).toEqual([100]);
});

it('moves it back when rows above vanish', () => {
  scrolledTo(220);
  const { rerender } = render(<List names={names} />);
  rerender(<List names={names.slice(1)} />);
  expect(moves()).toEqual([-50]);
});

it('does not move for rows below, and for a visible row that is removed', () => {
  scrolledTo(120);
  const { rerender } = render(<List names={names} />);
  rerender(<List names={[...names, 'below']} />);
  rerender(<List names={names.filter((name) => name !== 'c')} />);
  expect(moves()).toEqual([]);
});

it('compensates for rows added at the top of the page only with `always`', () => {
  scrolledTo(0);
  const { rerender } = render(<List names={names} />);
  rerender(<List names={['pushed', ...names]} />);
  expect(moves()).toEqual([]);
  rerender(<List names={['pushed', ...names]} always />);
  rerender(<List names={['asked for', 'pushed', ...names]} always />);
  expect(moves()).toEqual([50]);
});
