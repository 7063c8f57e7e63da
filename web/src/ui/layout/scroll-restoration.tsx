import { Component, type ReactNode } from 'react';

interface KeptScrollProps {
  /** The rows' own attribute: elements that carry it are the ones to hold still. */
  selector: string;
  /** True while rows are being put above on request, also when the page stands at its top. */
  always: boolean;
  children: ReactNode;
}

interface Anchor {
  readonly element: Element;
  readonly top: number;
}

/**
 * Holds the first visible row where it is while rows appear or vanish above it. A class, because only
 * `getSnapshotBeforeUpdate` sees the page as it was before React changes it. At the page's top new rows may push.
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

/** By halving: rows stand in the order of the page, and there may be thousands. */
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
