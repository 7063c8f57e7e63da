/**
 * Keeps the focused field of a dialog's content in sight while something above it grows, such as a
 * warning that comes late. A ref: React calls what it returns once the content goes.
 */
export function keepFocusInSight(content: HTMLElement | null): (() => void) | undefined {
  if (!content) return undefined;
  const sizes = new ResizeObserver(() =>
    content.querySelector(':focus')?.scrollIntoView({ block: 'nearest' }),
  );
  sizes.observe(content);
  return () => sizes.disconnect();
}
