import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { Dialog } from './dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

function Page({ small = false }: { small?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Details</button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Appointment Details" small={small}>
        <p>At ten</p>
      </Dialog>
    </>
  );
}
/** Mocks the width of a phone's window. */
function onPhone(): void {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(matchMedia(media), { matches: media === '(max-width: 40em)' }),
  );
}
const dialog = () => screen.findByRole('dialog', { name: 'Appointment Details' });

it('is named by its title, and closes by its button and by Escape [P-16.48]', async () => {
  const { user } = renderUi(<Page />);
  await user.click(screen.getByRole('button', { name: 'Details' }));
  expect(await dialog()).toHaveTextContent('At ten');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Details' }));
  await dialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('gives the focus back to what opened it [P-16.48]', async () => {
  const { user } = renderUi(<Page />);
  const opener = screen.getByRole('button', { name: 'Details' });
  await user.click(opener);
  expect(await dialog()).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
});

it('fills the screen of a phone, and a question does not [P-16.48]', async () => {
  onPhone();
  const { user, change } = renderUi(<Page />);
  await user.click(screen.getByRole('button', { name: 'Details' }));
  expect((await dialog()).closest('[data-full-screen]')).not.toBeNull();
  change(<Page key="question" small />);
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  expect((await dialog()).closest('[data-full-screen]')).toBeNull();
});

it('gives the focus back to what opened the dialog whose place it took [P-16.48]', async () => {
  const { user } = renderUi(<Chain />);
  const opener = screen.getByRole('button', { name: 'Details' });
  await user.click(opener);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const note = await screen.findByRole('textbox', { name: 'Note' });
  await new Promise(requestAnimationFrame);
  await waitFor(() => expect(note).toHaveFocus(), { timeout: 10_000 });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
});

/** Renders a dialog that a second one replaces. */
function Chain() {
  const [open, setOpen] = useState<'details' | 'form'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <button onClick={() => setOpen('details')}>Details</button>
      {open === 'details' && (
        <Dialog opened onClose={close} title="Appointment Details">
          <button onClick={() => setOpen('form')}>Edit</button>
        </Dialog>
      )}
      {open === 'form' && (
        <Dialog opened onClose={close} title="Edit Appointment">
          <input data-autofocus aria-label="Note" />
        </Dialog>
      )}
    </>
  );
}
