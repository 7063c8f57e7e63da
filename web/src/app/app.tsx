import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { styleNonce } from '../lib/browser/page-settings.ts';
import { SessionProvider, useAuth } from '../lib/session/session.tsx';
import { cssVariables, getTheme } from '../ui/theme/theme.ts';
import { pageTable } from './page-table.ts';
import type { createAppRouter } from './router.tsx';
import { PagesContext } from './routing/page.ts';

const themes = { doctor: getTheme('doctor'), turf: getTheme('turf') };
/**
 * Stores the colour scheme under the key that public/color-scheme.js reads before the first paint.
 */
const colorScheme = localStorageColorSchemeManager({ key: 'samay-color-scheme' });
const nonce = styleNonce();
// The scroll lock of the component library adds a style element, which needs the nonce of the
// content security policy.
setNonce(nonce);

interface AppProps {
  router: ReturnType<typeof createAppRouter>;
}

/** Renders the whole application: session, theme and router. */
export function App({ router }: AppProps) {
  return (
    <SessionProvider>
      <Themed router={router} />
    </SessionProvider>
  );
}

function Themed({ router }: AppProps) {
  const { state } = useAuth();
  const businessType = state.status === 'authenticated' ? state.session.businessType : null;
  return (
    <MantineProvider
      theme={themes[businessType ?? 'doctor']}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="light"
      getStyleNonce={() => nonce}
    >
      <PagesContext value={pageTable}>
        <RouterProvider router={router} />
      </PagesContext>
    </MantineProvider>
  );
}
