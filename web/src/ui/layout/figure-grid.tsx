import { SimpleGrid, type SimpleGridProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figure-grid.module.css';

interface FigureGridProps {
  /** How many stand beside each other, by the window's width; two on a phone, one where a long sum needs the whole width. */
  cols: Exclude<SimpleGridProps['cols'], undefined>;
  children: ReactNode;
}

/** Numbers beside each other. */
export function FigureGrid({ cols, children }: FigureGridProps) {
  return (
    <SimpleGrid cols={cols} spacing={{ base: 'sm', md: 'lg' }} className={classes.grid ?? ''}>
      {children}
    </SimpleGrid>
  );
}
