/** A doctor or court, with its parts. */
interface Whole {
  readonly id: string;
  readonly name: string;
  readonly archivedAt: string | null;
  readonly parts: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Names each doctor, court and part by its id, archived ones too. A part is named with its court if
 * there are several: `Half A (Ground 1)`.
 */
export function resourceNames(wholes: readonly Whole[]): Map<string, string> {
  const open = wholes.filter(({ archivedAt }) => archivedAt === null);
  const names = wholes.flatMap((whole) => {
    const isOnly = open.length === 1 && open[0] === whole;
    return [whole, ...whole.parts].map(
      ({ id, name }) => [id, id === whole.id || isOnly ? name : `${name} (${whole.name})`] as const,
    );
  });
  return new Map(names);
}
