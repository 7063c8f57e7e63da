import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './entrance-page.module.css';
import { LegalLinks } from './legal-links.tsx';
import { Wordmark } from './wordmark.tsx';

/** A page before signing in that does one thing: the name, which leads home, what it is, and its form. */
export function EntrancePage({ title, children }: { title: string; children: ReactNode }) {
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
