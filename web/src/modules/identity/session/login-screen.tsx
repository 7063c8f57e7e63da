import { Anchor, Text, Title } from '@mantine/core';
import { callbackFailures, isCallbackFailure } from '@samay/contract/core/oauth-callback';
import { useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { isDemo } from '../../../lib/browser/page-settings.ts';
import { useAuth } from '../../../lib/session/session.tsx';
import { signInPrefill } from '../../../lib/session/sign-in-email.ts';
import { LegalLinks } from '../../../ui/layout/legal-links.tsx';
import { Wordmark } from '../../../ui/layout/wordmark.tsx';
import type { DemoSectionProps } from './demo-section.tsx';
import { LoginForm } from './login-form.tsx';
import classes from './login-screen.module.css';
import { LoginAside } from './login-aside.tsx';
import { sessionEndText } from './wording.ts';

const DemoSection = lazy<ComponentType<DemoSectionProps>>(async () => {
  // Ignores a failed load: signing in works without this part.
  const module = await import('./demo-section.tsx').catch(() => undefined);
  return { default: module?.DemoSection ?? (() => null) };
});

/** Renders the sign-in page. The guard decides where to go afterwards. */
export function LoginScreen() {
  const { state } = useAuth();
  const [filled, setFilled] = useState(() => ({ email: signInPrefill.email, password: '' }));
  // Clears the email once used: a later sign-in may be another person's.
  useEffect(() => void (signInPrefill.email = ''), []);
  const { error, redirect }: { error?: string; redirect?: string } = useSearch({ strict: false });
  const failure = isCallbackFailure(error) ? callbackFailures[error] : undefined;
  const notice = state.status === 'unauthenticated' ? sessionEndText(state.after) : undefined;
  return (
    <div className={classes.page}>
      <LoginAside />
      <main className={classes.main}>
        <div className={classes.column}>
          <a href="/" aria-label="Samay, back to home" className={classes.home}>
            <Wordmark />
          </a>
          <Title order={1}>Sign in</Title>
          <LoginForm
            key={filled.email}
            initial={filled}
            {...(notice && { notice })}
            {...(failure && { failure })}
            {...(redirect && { wanted: redirect })}
          />
          {error === 'no_account' && (
            <Text size="sm">
              New here?{' '}
              <Anchor href="/get-started" underline="always">
                Get started
              </Anchor>
            </Text>
          )}
          <a href="/" className={classes.back}>
            ← Back to home
          </a>
          <LegalLinks />
          {isDemo() && (
            <Suspense>
              <DemoSection onPick={setFilled} />
            </Suspense>
          )}
        </div>
      </main>
    </div>
  );
}
