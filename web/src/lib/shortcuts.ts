import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/** In the order of the list that `?` shows; a screen's own key wins over the same one offered everywhere. */
export const shortcutGroups = ['On this page', 'Anywhere', 'Go to'] as const;

export interface Shortcut {
  /** As typed: `n`, `?`, two keys one after the other as `g a`, or with Ctrl or Cmd as `mod+k`. */
  readonly keys: string;
  readonly name: string;
  readonly group: (typeof shortcutGroups)[number];
  readonly run: () => void;
}

/** How long the second key of two may take. */
const pauseMs = 1500;
const offered: { readonly current: readonly Shortcut[] }[] = [];

/** Offers these keys for as long as the component stands. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    offered.push(latest);
    return () => void offered.splice(offered.indexOf(latest), 1);
  }, []);
}

/** What may be pressed on the page as it stands now, each key once. */
export function shortcutsNow(): readonly Shortcut[] {
  const all = offered.flatMap(({ current }) => current);
  const ordered = shortcutGroups.flatMap((group) => all.filter((shortcut) => shortcut.group === group));
  return ordered.filter(({ keys }, place) => ordered.findIndex((other) => other.keys === keys) === place);
}

/** Whether keys without Ctrl or Cmd are heard, and the way to change that; this browser remembers (WCAG 2.2, 2.1.4). */
export function useSingleKeys(): readonly [isOn: boolean, change: (isOn: boolean) => void] {
  const [kept, keep] = useLocalStorage<'on' | 'off'>({ key: 'samay-shortcuts', defaultValue: 'on', getInitialValueInEffect: false });
  return [kept === 'on', (isOn) => keep(isOn ? 'on' : 'off')];
}

/** Hears the keys, once for the whole application: never while somebody types, and never behind a dialog. */
export function useShortcutKeys(): void {
  const [areOn] = useSingleKeys();
  useEffect(() => {
    let first = { key: '', at: 0 };
    const listen = (event: KeyboardEvent) => {
      const key = keyOf(event);
      if (key === undefined || isElsewhere(event, key) || (!areOn && !key.startsWith('mod+'))) return;
      const isSecond = event.timeStamp - first.at < pauseMs;
      const shortcuts = shortcutsNow();
      const chosen = shortcuts.find(({ keys }) => isSecond && keys === `${first.key} ${key}`) ?? shortcuts.find(({ keys }) => keys === key);
      first = { key: chosen ? '' : key, at: event.timeStamp };
      if (!chosen) return;
      event.preventDefault();
      chosen.run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [areOn]);
}

/** What was typed, whichever keys a keyboard makes it with; undefined for what is no shortcut's. */
function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  if (altKey || key.length !== 1) return undefined;
  if (ctrlKey || metaKey) return shiftKey ? undefined : `mod+${key.toLowerCase()}`;
  return shiftKey && key.toLowerCase() !== key.toUpperCase() ? undefined : key.toLowerCase();
}

/** Whether the press is for something else: a field, a menu, a dialog that is not closing already. */
function isElsewhere({ defaultPrevented, isComposing, repeat, target }: KeyboardEvent, key: string): boolean {
  if (defaultPrevented || isComposing || repeat || document.querySelector('[role="dialog"]:not([data-closing])')) return true;
  if (key.startsWith('mod+') || !(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="listbox"]') !== null;
}
