import { useQuery } from '@tanstack/react-query';
import { deliveriesQuery } from '../../modules/reach/deliveries/api.ts';
import { needsAttention } from '../../modules/reach/deliveries/wording.ts';
import classes from './attention-mark.module.css';

const refetchMs = 300_000;

/**
 * Marks the link to Settings: a delivery (mail, webhook, calendar) has failed for good or is late.
 */
export function AttentionMark() {
  const { data } = useQuery({ ...deliveriesQuery, staleTime: refetchMs, refetchInterval: refetchMs });
  if (!data?.needsAttention) return null;
  return (
    <span className={classes.mark} title={needsAttention}>
      <span className={classes.word}>{needsAttention}</span>
    </span>
  );
}
