import { useCallback } from 'react';

/**
 * Returns the ref of a dialog's content. It keeps the focused field in sight while content above it
 * grows, such as a warning that comes late.
 */
export function useFocusInSight(): (content: HTMLElement | null) => (() => void) | undefined {
  return useCallback((content: HTMLElement | null) => {
    if (!content) return undefined;
    const sizes = new ResizeObserver(() => {
      const focused = document.activeElement;
      if (focused && content.contains(focused)) focused.scrollIntoView({ block: 'nearest' });
    });
    sizes.observe(content);
    return () => sizes.disconnect();
  }, []);
}
