import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { ConnectionStatus } from './connection-status.tsx';

it('says at once that this device has no network [P-16.54]', () => {
  renderUi(<ConnectionStatus />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText('Offline')).toBeVisible();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
