import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { styleNonce } from '../lib/page-settings.ts';
import { SessionProvider, useAuth } from '../lib/session.tsx';
import { cssVariables, themeOf } from '../ui/theme.ts';
import { router } from './router.tsx';

const themes = { doctor: themeOf('doctor'), turf: themeOf('turf') };
/** The key that public/color-scheme.js reads before the first paint. */
const colorScheme = localStorageColorSchemeManager({ key: 'samay-color-scheme' });
const nonce = styleNonce();

/** The whole application: who is signed in, its look, and the page at this address. */
export function App() {
  return (
    <SessionProvider>
      <Themed />
    </SessionProvider>
  );
}

function Themed() {
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
