import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { useActions } from '../../lib/actions.tsx';
import classes from './lines-card.module.css';

interface LinesCardProps {
  title: string;
  empty: string;
  children: ReactNode;
  isEmpty: boolean;
}

/** A short list under a title; says what is missing when it is empty. */
export function LinesCard({ title, empty, isEmpty, children }: LinesCardProps) {
  return (
    <section aria-label={title} className={classes.card}>
      <h2 className={classes.title}>{title}</h2>
      {isEmpty ? <EmptyState text={empty} /> : <ul className={classes.lines}>{children}</ul>}
    </section>
  );
}

interface LineProps {
  id: string;
  personName: string;
  /** Below the name. */
  when: string;
  /** At the right: an amount or a status. */
  children: ReactNode;
}

/** One booking, which opens its details. */
export function Line({ id, personName, when, children }: LineProps) {
  const { openDetails } = useActions();
  return (
    <li>
      <button type="button" className={classes.line} onClick={() => openDetails(id)}>
        <span className={classes.text}>
          <LongText text={personName} strong />
          <span className={classes.when}>{when}</span>
        </span>
        <span className={classes.end}>{children}</span>
      </button>
    </li>
  );
}
