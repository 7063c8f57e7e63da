import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { pointAt } from '../../../../test/point-at.ts';
import { DebugCard } from './debug-card.tsx';

const ready = 'GET /api/health/ready';
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  render(<DebugCard />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  });
});
afterEach(() => server.close());

async function press(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name }));
}

it("requests only the server's health, and names what it checked [P-2.21]", async () => {
  server.routes.set(ready, () => ({ json: { status: 'ok', checks: { database: true, storage: true } } }));
  await press('Test Backend Config');
  expect(await screen.findByText('Configuration test passed: database, storage')).toBeVisible();
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([ready]);
});

it('shows that it is testing until the response arrives', async () => {
  let answer = () => {};
  server.routes.set(ready, async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return { json: { status: 'ok', checks: { database: true } } };
  });
  await press('Test Backend Config');
  expect(screen.getByRole('status')).toHaveTextContent('Testing...');
  await expect.poll(() => server.requests.length).toBe(1);
  answer();
  expect(await screen.findByText('Configuration test passed: database')).toBeVisible();
});

it.each([
  [
    'names the failing part',
    () => ({ json: { status: 'ok', checks: { database: true, storage: false } } }),
    'storage',
  ],
  [
    "gives the server's sentence",
    answerError(503, 'server.unavailable', 'Samay cannot answer right now.'),
    'Samay cannot answer right now.',
  ],
  [
    'says that nobody answers',
    () => 'drop' as const,
    'No connection to Samay. Please check your network and try again.',
  ],
])('%s when the test fails [P-2.21]', async (_, script, message) => {
  server.routes.set(ready, script);
  await press('Test Backend Config');
  expect(await screen.findByText(`Configuration test failed: ${message}`)).toBeVisible();
});

it('clears the session of this browser without asking the server [P-2.21]', async () => {
  localStorage.setItem('authToken', 'first');
  sessionStorage.setItem('anything', 'kept');
  await press('Clear Auth State');
  expect(screen.getByRole('status')).toHaveTextContent('Auth state cleared.');
  expect(localStorage.getItem('authToken')).toBeNull();
  expect(sessionStorage.getItem('anything')).toBeNull();
  expect(server.requests).toEqual([]);
});
