import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { focusFirstError } from './form-errors.ts';
import { FormButtons } from './form-buttons.tsx';

function show(busy: boolean) {
  const [onSubmit, onClose] = [vi.fn((event: Event) => event.preventDefault()), vi.fn()];
  const view = renderUi(
    <form onSubmit={(event) => onSubmit(event.nativeEvent)}>
      <FormButtons submit="Create Appointment" waiting="Creating..." busy={busy} onClose={onClose} />
    </form>,
  );
  return { ...view, onSubmit, onClose };
}

it('submits the form by one button and cancels by the other', async () => {
  const { user, onSubmit, onClose } = show(false);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

it('does not submit twice, and can be cancelled while it waits', async () => {
  const { user, onSubmit, onClose } = show(true);
  expect(screen.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Creating...' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(onClose).toHaveBeenCalledOnce();
});

it('leads to the first field that is wrong, in the form that was sent', async () => {
  renderUi(
    <>
      <form id="other">
        <input aria-label="Other" aria-invalid />
      </form>
      <form id="mine">
        <input aria-label="Right" />
        <input aria-label="First wrong" aria-invalid />
        <input aria-label="Second wrong" aria-invalid />
      </form>
    </>,
  );
  focusFirstError('mine');
  await waitFor(() => expect(screen.getByLabelText('First wrong')).toHaveFocus());
});
