import { notifications } from '@mantine/notifications';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { useShortcutKeys } from '../../lib/shortcuts.ts';
import { toastDone } from '../../ui/feedback/toast.tsx';
import { Toasts } from './toasts.tsx';

function Page() {
  useShortcutKeys();
  return <Toasts />;
}

it('leads to Undo by z', async () => {
  notifications.clean();
  const undo = vi.fn();
  const { user } = renderUi(<Page />);
  act(() => toastDone('Om Prakash Yadav marked as no-show', undo));
  await screen.findByRole('button', { name: 'Undo' });
  await user.keyboard('z{Enter}');
  expect(undo).toHaveBeenCalledOnce();
});
