import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { type Actions, ActionsProvider } from '../src/lib/actions.tsx';
import { SessionProvider, useAuth } from '../src/lib/session/session.tsx';
import type { ClinicServer } from './clinic-server.ts';
import { pointAt } from './point-at.ts';

/**
 * Renders a screen with the session of the given server. Calls go over HTTP: the page's base URL is
 * the server's. Returns the user-event instance and the query client.
 */
export function renderSignedIn(server: ClinicServer, screen: ReactElement, actions: Partial<Actions> = {}) {
  notifications.clean();
  pointAt(server.url);
  localStorage.setItem(
    'authToken',
    `head.${btoa(JSON.stringify({ sub: '00000000-0000-4000-8000-00000000000a', exp: 4_000_000_000 }))}.tail`,
  );
  localStorage.setItem('authTokenExpiresAt', '2096-10-02T07:06:40.000Z');
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  const all = {
    openNewAppointment: () => undefined,
    openDetails: () => undefined,
    openVisit: () => undefined,
    openClosing: () => undefined,
    openPalette: () => undefined,
    openShortcuts: () => undefined,
    ...actions,
  };
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const view = render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={client}>
        <SessionProvider>
          <RouterContextProvider router={router}>
            <ActionsProvider actions={all}>
              <SignedIn>{screen}</SignedIn>
            </ActionsProvider>
          </RouterContextProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), client, ...view };
}

function SignedIn({ children }: { children: ReactNode }) {
  return useAuth().state.status === 'authenticated' ? children : null;
}
