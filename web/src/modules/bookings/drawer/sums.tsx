import classes from './drawer.module.css';

export interface Sum {
  readonly name: string;
  readonly text: string;
  readonly isTotal?: boolean;
}

/** Renders named amounts, one a line. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <dl className={classes.sums}>
      {sums.map(({ name, text, isTotal }) => (
        <div key={name} data-total={isTotal || undefined}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
