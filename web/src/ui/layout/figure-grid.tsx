import { SimpleGrid, type SimpleGridProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figure-grid.module.css';

interface FigureGridProps {
  /** The number of columns by the window's width. */
  cols: Exclude<SimpleGridProps['cols'], undefined>;
  children: ReactNode;
}

/** A grid of number cards. */
export function FigureGrid({ cols, children }: FigureGridProps) {
  return (
    <SimpleGrid cols={cols} spacing={{ base: 'sm', md: 'lg' }} className={classes.grid ?? ''}>
      {children}
    </SimpleGrid>
  );
}
