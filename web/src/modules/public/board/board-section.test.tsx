import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { BoardSection } from './board-section.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

it('turns the board on with its address and a preview, and ends the address after a question [P-8.126]', async () => {
  const on = { isOn: true, showsNames: false, address: 'https://book.example/board/first' };
  server.routes.set('GET /api/board', () => ({ json: { ...on, isOn: false, address: null } }));
  server.routes.set('PUT /api/board', () => ({ json: on }));
  server.routes.set('DELETE /api/board/address', () => ({
    json: { ...on, address: 'https://book.example/board/second' },
  }));
  const { user } = renderSignedIn(server, <BoardSection />);
  await user.click(await screen.findByRole('switch', { name: 'The board is on' }));
  expect(await screen.findByRole('link', { name: on.address })).toBeVisible();
  expect(screen.getByTitle('Preview of the board')).toHaveAttribute('src', on.address);
  await user.click(screen.getByRole('button', { name: 'End this address' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(server.requestsOf('DELETE /api/board/address')).toHaveLength(0);
  expect(dialog).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'End this address' }));
  await screen.findByRole('button', { name: 'Keep it' });
  await user.click(screen.getAllByRole('button', { name: 'End this address' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('link', { name: 'https://book.example/board/second' })).toBeVisible();
});
