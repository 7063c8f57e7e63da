import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { useShortcutKeys, useShortcuts } from '../../lib/shortcuts.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const [book, goToList] = [vi.fn(), vi.fn()];

function Page({ isAsked }: { isAsked: boolean }) {
  useShortcutKeys();
  useShortcuts([
    { keys: 'g a', name: 'Appointments', group: 'Go to', run: goToList },
    { keys: 'n', name: 'New appointment', group: 'Anywhere', run: book },
  ]);
  return <ShortcutsDialog opened={isAsked} onClose={() => undefined} />;
}

it('lists what may be pressed by group, and switches single keys off and on [P-16.22]', async () => {
  const { user, change } = renderUi(<Page isAsked={false} />);
  change(<Page isAsked />);
  const anywhere = within(await screen.findByRole('region', { name: 'Anywhere' }));
  expect(anywhere.getByRole('listitem')).toHaveTextContent('New appointment N');
  expect(within(screen.getByRole('region', { name: 'Go to' })).getByRole('listitem')).toHaveTextContent(
    'Appointments GA',
  );
  expect(screen.queryByRole('region', { name: 'On this page' })).toBeNull();
  await user.click(screen.getByRole('switch', { name: /^Single-key shortcuts/ }));
  change(<Page isAsked={false} />);
  await user.keyboard('n');
  expect(book).not.toHaveBeenCalled();
  change(<Page isAsked />);
  await user.click(await screen.findByRole('switch', { name: /^Single-key shortcuts/ }));
  change(<Page isAsked={false} />);
  await user.keyboard('n');
  expect(book).toHaveBeenCalledOnce();
});
