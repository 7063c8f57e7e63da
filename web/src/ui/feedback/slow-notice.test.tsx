import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { SlowNotice } from './slow-notice.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

it('is empty for two seconds, then announces the delay, and retries [P-16.39]', () => {
  const onRetry = vi.fn();
  renderUi(<SlowNotice onRetry={onRetry} />);
  pass(1999);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  pass(1);
  expect(screen.getByRole('status')).toHaveTextContent('This is taking longer than usual.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('shows nothing when the response arrives before', () => {
  const { unmount, container } = renderUi(<SlowNotice onRetry={() => undefined} after={500} />);
  pass(400);
  unmount();
  pass(1000);
  expect(container).toBeEmptyDOMElement();
});
