/**
 * Measures the sides in alternating turns, A B C A B C …. Turn 0 warms up and is not counted. A
 * side that is undefined has no turns.
 */
export async function inTurns<Name extends string, Result>(
  sides: Readonly<Record<Name, ((turn: number) => Promise<Result>) | undefined>>,
  turns: number,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(sides) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const name of names) {
      const result = await sides[name]?.(turn);
      if (turn > 0 && result) measured[name].push(result);
    }
  }
  return measured;
}
