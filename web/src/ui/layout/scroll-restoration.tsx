import { Component, type ReactNode } from 'react';

interface KeptScrollProps {
  /** The selector of the rows whose position is kept. */
  selector: string;
  /** Whether rows are loaded above on request, even at the top of the page. */
  always: boolean;
  children: ReactNode;
}

interface Anchor {
  readonly element: Element;
  readonly top: number;
}

/**
 * Keeps the position of the first visible row when rows appear or disappear above it. A class
 * component, because only `getSnapshotBeforeUpdate` can read the DOM before React changes it. At
 * the top of the page new rows push the others down.
 */
export class ScrollRestoration extends Component<KeptScrollProps> {
  override getSnapshotBeforeUpdate(before: KeptScrollProps): Anchor | null {
    if (window.scrollY < 80 && !before.always) return null;
    const rows = document.querySelectorAll(this.props.selector);
    const element = firstInSight(rows);
    return element && { element, top: element.getBoundingClientRect().top };
  }

  override componentDidUpdate(_before: KeptScrollProps, _state: unknown, anchor: Anchor | null): void {
    if (!anchor?.element.isConnected) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/**
 * Finds the first visible row by a binary search: rows are in document order, and there may be
 * thousands.
 */
function firstInSight(rows: NodeListOf<Element>): Element | null {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 1) > 0) high = middle;
    else low = middle + 1;
  }
  return rows[low] ?? null;
}
