/**
 * Calls `check` when the time may have jumped: a device wakes up, or another offset of its clock
 * became known (server-clock.ts), in this tab or in another. Returns the function that ends it.
 */
export function onTimeJump(check: () => void): () => void {
  document.addEventListener('visibilitychange', check);
  addEventListener('storage', check);
  return () => {
    document.removeEventListener('visibilitychange', check);
    removeEventListener('storage', check);
  };
}
