import type { countSeries } from '@samay/contract/bookings/series';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { formatCount } from '@samay/contract/core/money';
import { formatDate } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { seriesCount } from '../series-count.ts';
import { useAppointmentWording } from '../../wording.ts';
import classes from './details-card.module.css';

/** Renders how many bookings the series of a booking has, when, and how many are to come. */
export function SeriesField({ id }: { id: string }) {
  const { booking, bookings } = useAppointmentWording();
  const { data } = useQuery(seriesCount(id));
  return (
    <div className={classes.field}>
      <dt>Series</dt>
      <dd>{data ? seriesText(data, bookings) : `This ${booking} repeats`}</dd>
    </div>
  );
}

function seriesText({ all, total, from, until }: ReplyOf<typeof countSeries>, bookings: string): string {
  if (from === null || until === null) return `All ${bookings} are cancelled`;
  return `${formatCount(total)} ${bookings}, ${formatDate(from)} to ${formatDate(until)}; ${formatCount(all)} to come`;
}
