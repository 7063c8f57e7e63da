import { SimpleGrid, type SimpleGridProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figure-card.module.css';

interface FigureCardProps {
  name: string;
  value: string;
  about: string;
  /** Whether the card takes the full width of a phone among cards that share a row. */
  isWide?: boolean;
  children?: ReactNode;
}

/** Renders a card with one number, its name and a comparison. */
export function FigureCard({ name, value, about, isWide = false, children }: FigureCardProps) {
  return (
    <section aria-label={name} className={classes.card} data-wide={isWide || undefined}>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.value}>{value}</p>
      <p className={classes.about}>{about}</p>
      {children !== undefined && <div className={classes.more}>{children}</div>}
    </section>
  );
}

interface FigureGridProps {
  /** The number of columns by the window's width. */
  cols: Exclude<SimpleGridProps['cols'], undefined>;
  children: ReactNode;
}

/** Renders a grid of number cards. */
export function FigureGrid({ cols, children }: FigureGridProps) {
  return (
    <SimpleGrid cols={cols} spacing={{ base: 'sm', md: 'lg' }} className={classes.grid ?? ''}>
      {children}
    </SimpleGrid>
  );
}
