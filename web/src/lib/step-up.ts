type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Says how a person is asked for a code; `next` resolves to whether they gave a right one. Returns how to stop. */
export function answerStepUp(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** Asks for a code, once for all calls that wait for it; false where there is nobody to ask or no code came. */
export function stepUp(): Promise<boolean> {
  if (!ask) return Promise.resolve(false);
  asking ??= ask().finally(() => (asking = undefined));
  return asking;
}
