/**
 * Keeps the focused field of a dialog's content visible while an element above it grows, such as a
 * late warning. A ref: React calls the returned function when the content is unmounted.
 */
export function keepFocusInSight(content: HTMLElement | null): (() => void) | undefined {
  if (!content) return undefined;
  const sizes = new ResizeObserver(() =>
    content.querySelector(':focus')?.scrollIntoView({ block: 'nearest' }),
  );
  sizes.observe(content);
  return () => sizes.disconnect();
}
