import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { versions } from '../../test/versions.ts';
import { ApiError } from '../lib/api/api.ts';
import { ChunkLoadError } from '../lib/browser/chunk.ts';
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
  [
    'the text alone where no answer came',
    new ApiError('network', 'No connection to Samay.', 0),
    'No connection to Samay.',
  ],
  [
    'that a part is missing',
    new ChunkLoadError('missing'),
    'Loading chunk failed (missing). Please check your connection and reload.',
  ],
  [
    'that a part is late',
    new ChunkLoadError('timeout'),
    'Loading chunk failed (timeout). Please check your connection and reload.',
  ],
  ['the text of a fault of ours', new Error('rows is undefined'), 'rows is undefined'],
  ['a sentence where an error has no text', new Error(''), 'Something went wrong. Please try again.'],
  ['a sentence where it is no error', 'oops', 'Something went wrong. Please try again.'],
])('shows %s [P-16.9]', async (_, error, text) => {
  show(error);
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});

it('tries again without loading the page where that can be done', async () => {
  const onRetry = vi.fn();
  show(new Error('x'), onRetry);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('always has a way on [P-16.9]', () => {
  show(new Error('x'));
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
});

describe('a part that is missing', () => {
  const updated = 'Samay was updated since this page was loaded. Reload to go on.';
  let end: () => Promise<void>;
  afterEach(() => end());

  it('because of a new version, again after a reload, is reported as such', async () => {
    end = await versions({ ours: '/old.js', theirs: '/new.js' });
    sessionStorage.setItem('samay-reloaded-at', String(Date.now() - 30_000));
    show(new ChunkLoadError('missing'));
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(await screen.findByText(updated)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Loading chunk failed (missing)');
  });

  it('of the version that the server has is simply missing', async () => {
    end = await versions({ ours: '/same.js', theirs: '/same.js' });
    show(new ChunkLoadError('missing'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Loading chunk failed (missing)');
    expect(screen.queryByText(updated)).toBeNull();
    expect(sessionStorage.getItem('samay-reloaded-at')).toBeNull();
  });
});
