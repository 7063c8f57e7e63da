import { parseArgs } from 'node:util';

const partNames = ['api', 'plans', 'notify', 'live', 'faults', 'weight'] as const;
type Part = (typeof partNames)[number];

export interface Options {
  readonly parts: readonly Part[];
  readonly quick: boolean;
  readonly turns: number;
  /** Duration of one turn of one server. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: readonly number[];
  /** Number of bookings of the hundred other businesses together. */
  readonly otherRows: number;
}

/**
 * Parses the command line. `--only=api,plans` selects parts and `--connections=16` numbers of connections. `--quick` checks within two minutes that
 * everything works, and measures nothing reliably.
 */
export function readOptions(given: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...given],
    options: { only: { type: 'string' }, quick: { type: 'boolean', default: false }, connections: { type: 'string' } },
  });
  const chosen = values.only?.split(',') ?? partNames;
  const unknown = chosen.find((name) => !partNames.includes(name as Part));
  if (unknown !== undefined) throw new Error(`--only=${unknown}: there are ${partNames.join(', ')}`);
  const parts = partNames.filter((name) => chosen.includes(name));
  const connections = values.connections?.split(',').map(Number) ?? (values.quick ? [16] : [1, 16, 64]);
  return values.quick
    ? { parts, quick: true, turns: 1, seconds: 1, warmUpSeconds: 1, connections, otherRows: 100_000 }
    : { parts, quick: false, turns: 3, seconds: 5, warmUpSeconds: 3, connections, otherRows: 1_000_000 };
}
