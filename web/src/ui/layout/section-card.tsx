import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  hint?: string;
  /** The action of the section, next to the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Renders a section of a longer page, such as Settings, with a heading. It loads its own data. */
export function SectionCard({ title, hint, aside, children }: SectionCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Stack gap="md">
        <div>
          <Group justify="space-between" wrap="nowrap" className={classes.head}>
            <Title order={2} id={id}>
              {title}
            </Title>
            {aside && <div className={classes.aside}>{aside}</div>}
          </Group>
          {hint !== undefined && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </section>
  );
}
