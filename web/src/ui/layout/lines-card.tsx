import type { ReactNode } from 'react';
import classes from './lines-card.module.css';
import { LongText } from './long-text.tsx';

interface LinesCardProps {
  title: string;
  /** The lines, or an empty state. */
  children: ReactNode;
}

/** Renders a card with a short list. */
export function LinesCard({ title, children }: LinesCardProps) {
  return (
    <section aria-label={title} className={classes.card}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}

export function Lines({ children }: { children: ReactNode }) {
  return <ul className={classes.lines}>{children}</ul>;
}

interface LineProps {
  name: string;
  below: string;
  /** Text shown below both, with its lines. */
  text?: string;
  onOpen: () => void;
  /** Content at the right: an amount or a status. */
  children: ReactNode;
}

/** Renders one line of the list; a click opens the details of its booking. */
export function Line({ name, below, text, onOpen, children }: LineProps) {
  return (
    <li>
      <button type="button" className={classes.line} onClick={onOpen}>
        <span className={classes.text}>
          <LongText text={name} strong /> <span className={classes.below}>{below}</span>
          {text !== undefined && <span className={classes.written}>{text}</span>}
        </span>
        <span className={classes.end}>{children}</span>
      </button>
    </li>
  );
}
