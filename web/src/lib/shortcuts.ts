import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/**
 * The groups in the order of the list that `?` shows; a screen's own key wins over an equal one
 * offered everywhere.
 */
export const shortcutGroups = ['On this page', 'Anywhere', 'Go to'] as const;

export interface Shortcut {
  /**
   * The keys as typed: `n`, `?`, two keys one after the other as `g a`, or with Ctrl or Cmd as
   * `mod+k`.
   */
  readonly keys: string;
  readonly name: string;
  readonly group: (typeof shortcutGroups)[number];
  readonly run: () => void;
}

/** The longest pause between the two keys of a sequence. */
const pauseMs = 1500;
const registered: { readonly current: readonly Shortcut[] }[] = [];

/** Registers shortcuts while the component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    registered.push(latest);
    return () => void registered.splice(registered.indexOf(latest), 1);
  }, []);
}

/** Returns the shortcuts of the current page, each key once. */
export function shortcutsNow(): readonly Shortcut[] {
  const all = registered.flatMap(({ current }) => current);
  const ordered = shortcutGroups.flatMap((group) => all.filter((shortcut) => shortcut.group === group));
  return ordered.filter(({ keys }, place) => ordered.findIndex((other) => other.keys === keys) === place);
}

/**
 * Returns whether single keys are on, and the function that switches them; stored in this browser
 * (WCAG 2.2, 2.1.4).
 */
export function useSingleKeys(): readonly [isOn: boolean, change: (isOn: boolean) => void] {
  const [kept, keep] = useLocalStorage<'on' | 'off'>({
    key: 'samay-shortcuts',
    defaultValue: 'on',
    getInitialValueInEffect: false,
  });
  return [kept === 'on', (isOn) => keep(isOn ? 'on' : 'off')];
}

/**
 * Listens to the keys, once for the whole application; not while the user types, and not behind a
 * dialog.
 */
export function useShortcutKeys(): void {
  const [areOn] = useSingleKeys();
  useEffect(() => {
    let first = { key: '', at: 0 };
    const listen = (event: KeyboardEvent) => {
      const key = getKey(event);
      if (key === undefined || isForAnother(event, key) || (!areOn && !key.startsWith('mod+'))) return;
      const isSecond = event.timeStamp - first.at < pauseMs;
      const shortcuts = shortcutsNow();
      const chosen =
        shortcuts.find(({ keys }) => isSecond && keys === `${first.key} ${key}`) ??
        shortcuts.find(({ keys }) => keys === key);
      first = { key: chosen ? '' : key, at: event.timeStamp };
      if (!chosen) return;
      event.preventDefault();
      chosen.run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [areOn]);
}

/**
 * Returns the typed character with `mod+` for Ctrl or Cmd, on any keyboard layout; undefined if it
 * cannot be a shortcut.
 */
function getKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  if (altKey || key.length !== 1) return undefined;
  if (ctrlKey || metaKey) return shiftKey ? undefined : `mod+${key.toLowerCase()}`;
  return shiftKey && key.toLowerCase() !== key.toUpperCase() ? undefined : key.toLowerCase();
}

/**
 * Returns whether the key press belongs to another element: a field, a menu, or a dialog that is
 * not closing already.
 */
function isForAnother(
  { defaultPrevented, isComposing, repeat, target }: KeyboardEvent,
  key: string,
): boolean {
  if (
    defaultPrevented ||
    isComposing ||
    repeat ||
    document.querySelector('[role="dialog"]:not([data-closing])')
  )
    return true;
  if (key.startsWith('mod+') || !(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="menu"], [role="listbox"]') !== null
  );
}
