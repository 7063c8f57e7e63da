import { setTimeout as wait } from 'node:timers/promises';
import { openLive } from '@samay/contract/reach/live';
import { EventStream } from '../fixtures/event-stream.ts';
import { type Clinic, signIn } from './clinics.ts';

/** The live stream of a clinic. */
export interface KeptStream {
  /** Returns the number of changes that it has delivered. */
  changes(): number;
  /** Returns how often it was opened. */
  opened(): number;
  close(): void;
}

/** Opens the first clinic's stream, and again whenever it ends, as a browser does. */
export async function openStream(address: string, clinics: readonly Clinic[]): Promise<KeptStream> {
  const [clinic] = clinics;
  if (!clinic) throw new Error('there is no clinic');
  let [changes, opened] = [0, 0];
  const ending = new AbortController();
  let stream: EventStream | undefined;
  const keep = async () => {
    while (!ending.signal.aborted) {
      try {
        const headers = await signIn(address, clinic);
        stream = await EventStream.opening(address + openLive.path, headers);
        opened += 1;
        let seen = 0;
        while (!ending.signal.aborted && !stream.hasEnded) {
          changes += stream.changes.length - seen;
          seen = stream.changes.length;
          await wait(100);
        }
      } catch {
        // The database does not answer: nobody signs in.
      }
      await wait(500);
    }
  };
  void keep();
  return {
    changes: () => changes,
    opened: () => opened,
    close: () => {
      ending.abort();
      stream?.close();
    },
  };
}
