const shown = 12;

/** A booking reference as the revenue table shows it: its first twelve characters and an ellipsis (specification 9). */
export function shortReference(reference: string): string {
  return reference.length <= shown ? reference : `${reference.slice(0, shown)}…`;
}
