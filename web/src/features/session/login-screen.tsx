import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isDemo } from '../../lib/page-settings.ts';
import { useAuth } from '../../lib/session.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { DebugCard } from './debug-card.tsx';
import { DemoAccountsCard, demoPassword } from './demo-accounts-card.tsx';
import { LoginForm } from './login-form.tsx';
import classes from './login-screen.module.css';
import { LoginAside } from './login-aside.tsx';
import { departureText } from './wording.ts';

/** The way in (specification 2, "Login page"). Where to go afterwards is the guard's to say. */
export function LoginScreen() {
  const { state } = useAuth();
  const [filled, setFilled] = useState({ email: '', password: '' });
  const notice = state.status === 'unauthenticated' ? departureText(state.after) : undefined;
  return (
    <div className={classes.page}>
      <LoginAside />
      <main className={classes.main}>
        <div className={classes.column}>
          <Link to="/" className={classes.home ?? ''} aria-label="Samay, back to home">
            <Wordmark />
          </Link>
          <Title order={1}>Sign in</Title>
          <LoginForm key={filled.email} initial={filled} {...(notice && { notice })} />
          {isDemo() && (
            <>
              <DemoAccountsCard onPick={(email) => setFilled({ email, password: demoPassword })} />
              <DebugCard />
            </>
          )}
          <Link to="/" className={classes.back ?? ''}>
            ← Back to home
          </Link>
        </div>
      </main>
    </div>
  );
}
