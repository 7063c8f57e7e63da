import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { keepFocusInSight } from './keep-focus-in-sight.ts';

afterEach(() => vi.unstubAllGlobals());

function Content() {
  return (
    <div>
      <button type="button">outside</button>
      <form ref={keepFocusInSight}>
        <input aria-label="Time" />
      </form>
    </div>
  );
}

it('keeps the focused field in sight when the content grows, and no other one [P-16.48]', () => {
  let grow = () => undefined as void;
  let observed = 0;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        grow = callback;
      }
      observe() {
        observed += 1;
      }
      disconnect() {
        observed -= 1;
      }
    },
  );
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { unmount } = render(<Content />);
  screen.getByText('outside').focus();
  grow();
  expect(scrolled).not.toHaveBeenCalled();
  screen.getByLabelText('Time').focus();
  grow();
  expect(scrolled.mock.contexts).toEqual([screen.getByLabelText('Time')]);
  unmount();
  expect(observed).toBe(0);
});
