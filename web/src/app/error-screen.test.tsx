import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api.ts';
import { ChunkLoadError } from './chunk.ts';
import { ErrorScreen } from './error-screen.tsx';

function show(error: unknown, onRetry?: () => void): void {
  render(
    <MantineProvider env="test">
      <ErrorScreen error={error} {...(onRetry && { onRetry })} />
    </MantineProvider>,
  );
}

it.each([
  [
    'status and text of a refused call',
    new ApiError('server.fault', 'Something went wrong on our side.', 500),
    '500 · Something went wrong on our side.',
  ],
  ['the text alone where no answer came', new ApiError('network', 'No connection to Samay.', 0), 'No connection to Samay.'],
  ['that a part is missing', new ChunkLoadError('missing'), 'Loading chunk failed (missing). Please check your connection and reload.'],
  ['that a part is late', new ChunkLoadError('timeout'), 'Loading chunk failed (timeout). Please check your connection and reload.'],
  ['the text of a fault of ours', new Error('rows is undefined'), 'rows is undefined'],
  ['a sentence where an error has no text', new Error(''), 'Something went wrong. Please try again.'],
  ['a sentence where it is no error', 'oops', 'Something went wrong. Please try again.'],
])('shows %s', (_, error, text) => {
  show(error);
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});

it('tries again without loading the page where that can be done', async () => {
  const onRetry = vi.fn();
  show(new Error('x'), onRetry);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('always has a way on', () => {
  show(new Error('x'));
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
});
