import type { Icon } from '@tabler/icons-react';

/** One thing that can be chosen. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** In smaller letters beside it. */
  readonly hint?: string;
  /** The keys that do the same without the palette. */
  readonly keys?: string;
  readonly icon: Icon;
  readonly run: () => void;
}

export interface ChoiceGroup {
  readonly name: string;
  readonly choices: readonly Choice[];
}

/** The choices whose label holds every word that was typed. */
export function matching(choices: readonly Choice[], words: string): readonly Choice[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ label }) => all.every((word) => label.toLowerCase().includes(word)));
}
