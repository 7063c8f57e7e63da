import { useQuery } from '@tanstack/react-query';
import { deliveriesQuery } from '../../modules/reach/deliveries/api.ts';
import { needsAttention } from '../../modules/reach/deliveries/wording.ts';
import classes from './attention-mark.module.css';

const lookMs = 300_000;

/** Beside the link to Settings: something that leaves because of bookings has been given up, or has been waiting for long. */
export function AttentionMark() {
  const { data } = useQuery({ ...deliveriesQuery, staleTime: lookMs, refetchInterval: lookMs });
  if (!data?.needsAttention) return null;
  return (
    <span className={classes.mark} title={needsAttention}>
      <span className={classes.word}>{needsAttention}</span>
    </span>
  );
}
