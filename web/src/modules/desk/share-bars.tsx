import { formatRupees } from '@samay/contract/core/money';
import { shareText } from './amount-text.ts';
import classes from './share-bars.module.css';

/** A part of a sum. */
export interface Share {
  readonly name: string;
  readonly about?: string;
  readonly total: number;
}

/** Renders the shares of a sum as bars, the largest first as the server orders them. */
export function ShareBars({ title, shares }: { title: string; shares: readonly Share[] }) {
  const sum = shares.reduce((before, { total }) => before + total, 0);
  return (
    <section aria-label={title} className={classes.card}>
      <h2 className={classes.name}>{title}</h2>
      <ul className={classes.shares}>
        {shares.map(({ name, about, total }, at) => (
          <li key={at}>
            <div className={classes.head}>
              <span>
                {name} {about !== undefined && <small>{about}</small>}
              </span>
              <span>
                <strong>{formatRupees(total)}</strong> <small>{total < 0 ? '' : shareText(total, sum)}</small>
              </span>
            </div>
            <div className={classes.bar} aria-hidden>
              <span style={{ width: `${sum <= 0 ? 0 : Math.max(0, (total / sum) * 100)}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
