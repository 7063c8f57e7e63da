import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { styleNonce } from '../lib/browser/page-settings.ts';
import { SessionProvider, useAuth } from '../lib/session/session.tsx';
import { cssVariables, themeOf } from '../ui/theme/theme.ts';
import type { createAppRouter } from './router.tsx';

const themes = { doctor: themeOf('doctor'), turf: themeOf('turf') };
/** The key that public/color-scheme.js reads before the first paint. */
const colorScheme = localStorageColorSchemeManager({ key: 'samay-color-scheme' });
const nonce = styleNonce();
// The library's scroll lock writes a style of its own, which the content security policy must know.
setNonce(nonce);

interface AppProps {
  router: ReturnType<typeof createAppRouter>;
}

/** The whole application: who is signed in, its look, and the page at this address. */
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
      <RouterProvider router={router} />
    </MantineProvider>
  );
}
