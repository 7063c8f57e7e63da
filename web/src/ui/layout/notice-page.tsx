import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notice-page.module.css';
import { Wordmark } from './wordmark.tsx';

interface NoticePageProps {
  title: string;
  /** The links and buttons for the next step. */
  actions: ReactNode;
  children: ReactNode;
  /** Whether the page is inside a layout that has the wordmark and the main landmark already. */
  isWithin?: boolean;
}

/** Renders a page with one message and its next steps. */
export function NoticePage({ title, actions, children, isWithin = false }: NoticePageProps) {
  const Landmark = isWithin ? 'div' : 'main';
  return (
    <Landmark className={classes.page} data-within={isWithin || undefined}>
      {!isWithin && <Wordmark />}
      <div className={classes.card}>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" component="div">
          {children}
        </Text>
        <Group gap="sm" mt="xs">
          {actions}
        </Group>
      </div>
    </Landmark>
  );
}
