import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { refreshTopic } from '../../../lib/live/batch-invalidations.ts';
import { afterStep, oneClosing } from './api.ts';
import { carryOut } from './carry-out.ts';

/** The state of carrying out a closing. `away`: the server does not answer, and is asked again. */
type Progress = 'off' | 'running' | 'away';

/** Carries out a closing while it is on, and puts each step into the cached closing. */
export function useCarryOut(id: string, startsOn: boolean) {
  const client = useQueryClient();
  const [isOn, setOn] = useState(startsOn);
  const [isAway, setAway] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    const { queryKey } = oneClosing(id);
    const follower = {
      onStep: (reply: Parameters<typeof afterStep>[1]) => {
        setAway(false);
        void client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, (closing) => closing && afterStep(closing, reply));
      },
      onAway: () => setAway(true),
    };
    void carryOut(id, stop.signal, follower)
      .catch((error: unknown) => setFailure(errorText(error, 'The rest could not be done')))
      .finally(() => {
        if (stop.signal.aborted) return;
        setOn(false);
        // Another tab or desk may have handled a part of it.
        void client.invalidateQueries({ queryKey });
        void refreshTopic(client, 'appointments');
      });
    return () => stop.abort();
  }, [client, id, isOn]);
  const progress: Progress = isOn ? (isAway ? 'away' : 'running') : 'off';
  const start = () => {
    setFailure(null);
    setOn(true);
  };
  return { progress, failure, start };
}
