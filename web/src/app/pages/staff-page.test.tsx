import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { App } from '../app.tsx';
import { createAppRouter } from '../router.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  localStorage.setItem('authToken', 'token');
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it.each([
  ['opens the form of an invitation once where the address asks for it', ['DOCTOR', 'EMPLOYEE'], 1],
  ['opens no form for who may invite nobody', [], 0],
])('%s', async (_what, givable, forms) => {
  server.routes.set('GET /api/staff', () => ({ json: { items: [], next: null, givable } }));
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/dashboard/employees?invite=open'] }));
  render(<App router={router} />);
  expect(await screen.findByPlaceholderText('Search users by name or email')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryAllByRole('dialog', { name: 'Invite User' })).toHaveLength(forms));
  await waitFor(() => expect(server.requestsOf('GET /api/staff').length).toBeGreaterThan(0));
  expect(router.state.location.href).toBe('/dashboard/employees');
  if (forms === 0) return;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
