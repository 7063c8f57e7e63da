import { screen, waitFor } from '@testing-library/react';
import { lazy, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { versions } from '../../../test/versions.ts';
import { ChunkLoadError } from '../../lib/browser/chunk.ts';
import { PartBoundary } from './part-boundary.tsx';

const Missing = lazy(() => Promise.reject(new ChunkLoadError('missing')));
let end: () => Promise<void>;
afterEach(() => end());

it('keeps the page and its typed values, and reloads only on request [P-16.11]', async () => {
  end = await versions({ ours: '/old.js', theirs: '/new.js' });
  const { user } = renderUi(<Page />);
  await user.type(screen.getByLabelText('Name'), 'Half a name');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'This part could not be loaded' });
  await waitFor(() =>
    expect(dialog).toHaveTextContent('Samay was updated since this page was loaded. Reload to go on.'),
  );
  expect(sessionStorage.getItem('samay-reloaded-at')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Name')).toHaveValue('Half a name');
});

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <input aria-label="Name" />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <PartBoundary onGiveUp={() => setOpen(false)}>{isOpen && <Missing />}</PartBoundary>
    </>
  );
}
