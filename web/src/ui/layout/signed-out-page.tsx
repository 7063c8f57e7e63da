import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './signed-out-page.module.css';
import { LegalLinks } from './legal-links.tsx';
import { Wordmark } from './wordmark.tsx';

/**
 * Renders the layout of a page before the sign-in with one form: wordmark, title, form and legal
 * links.
 */
export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.main}>
      <div className={classes.column}>
        <a href="/" aria-label="Samay, back to home" className={classes.home}>
          <Wordmark />
        </a>
        <Title order={1}>{title}</Title>
        {children}
        <LegalLinks />
      </div>
    </main>
  );
}
