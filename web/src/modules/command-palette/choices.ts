import type { Icon } from '@tabler/icons-react';

/** An option of the palette. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** A second line, in smaller text. */
  readonly hint?: string;
  /** Words that find it in addition to those that are shown. */
  readonly also?: string;
  /** The shortcut keys of the action. */
  readonly keys?: string;
  readonly icon: Icon;
  readonly run: () => void;
}

export interface ChoiceGroup {
  readonly name: string;
  readonly choices: readonly Choice[];
}

/** Returns the choices whose texts contain every typed word. */
export function matching(choices: readonly Choice[], words: string): readonly Choice[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ label, hint = '', also = '' }) => {
    const text = `${label} ${hint} ${also}`.toLowerCase();
    return all.every((word) => text.includes(word));
  });
}
