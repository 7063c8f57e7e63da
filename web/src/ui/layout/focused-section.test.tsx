import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { FocusedSection } from './focused-section.tsx';

function Page({ keepsOpener = true }: { keepsOpener?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {(keepsOpener || !isOpen) && <button onClick={() => setOpen(true)}>Change</button>}
      <button>Elsewhere</button>
      {isOpen && (
        <FocusedSection>
          <input aria-label="First" />
          <input aria-label="Name" data-autofocus />
          <button onClick={() => setOpen(false)}>Close</button>
        </FocusedSection>
      )}
    </>
  );
}
const button = (name: string) => screen.getByRole('button', { name });

it('gives the focus to its field, and back to what opened it', async () => {
  const { user } = renderUi(<Page />);
  await user.click(button('Change'));
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.click(button('Close'));
  await waitFor(() => expect(button('Change')).toHaveFocus());
});

it('brings the whole form into view, not its field alone', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user } = renderUi(<Page />);
  await user.click(button('Change'));
  expect(scrolled.mock.contexts).toEqual([screen.getByLabelText('Name').parentElement]);
  scrolled.mockRestore();
});

it('does not take the focus from another element', async () => {
  const { user } = renderUi(<Page />);
  await user.click(button('Change'));
  await user.click(button('Close'));
  button('Elsewhere').focus();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(button('Elsewhere')).toHaveFocus();
});

it('ignores an opener that was removed', async () => {
  const { user } = renderUi(<Page keepsOpener={false} />);
  await user.click(button('Change'));
  await user.click(button('Close'));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.body).toHaveFocus();
});
