import { parseArgs } from 'node:util';
import { type Operation, operationNames } from './operations.ts';

const partNames = [
  'cpu',
  'plans',
  'start',
  'weight',
  'export',
  'boards',
  'import',
  'reminders',
  'citus',
] as const;
type Part = (typeof partNames)[number];

export interface Options {
  readonly parts: readonly Part[];
  readonly operations: readonly Operation[];
  /** The earlier commit that the part `cpu` measures too. */
  readonly before?: string;
  readonly quick: boolean;
  /** Whether the results are those of a whole run, which are committed. */
  readonly whole: boolean;
  readonly turns: number;
  /** Duration of one turn of one server. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: readonly number[];
  /** Number of bookings of the hundred other businesses together. */
  readonly otherRows: number;
  /** The options of the part `citus`. */
  readonly businesses: number;
  readonly bookingsEach: number;
}

/**
 * Parses the command line. `--only=cpu,plans` selects parts, `--operations=list,create` operations
 * of the part `cpu`, `--before=COMMIT` the earlier commit that `cpu` also measures,
 * `--connections=16` numbers of connections of the part `citus`, and `--turns` and `--seconds` the
 * number and the duration of turns. `--quick` checks in some minutes
 * that everything works, and measures nothing reliably.
 */
export function readOptions(given: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...given],
    options: {
      only: text,
      operations: text,
      before: text,
      connections: text,
      turns: text,
      seconds: text,
      quick: { type: 'boolean', default: false },
    },
  });
  const { quick } = values;
  return {
    parts: chosen('only', values.only, partNames),
    operations: chosen('operations', values.operations, operationNames),
    ...(values.before !== undefined && { before: values.before }),
    quick,
    whole: !quick && [values.operations, values.turns, values.seconds].every((value) => value === undefined),
    turns: readNumber('turns', values.turns) ?? (quick ? 1 : 5),
    seconds: readNumber('seconds', values.seconds) ?? (quick ? 1 : 4),
    warmUpSeconds: quick ? 1 : 2,
    connections: readNumbers('connections', values.connections) ?? (quick ? [16] : [1, 16]),
    otherRows: quick ? 100_000 : 1_000_000,
    businesses: quick ? 60 : 2_000,
    bookingsEach: quick ? 200 : 1_000,
  };
}

/** Returns the names given in an option, in their own order; all of them when it is omitted. */
function chosen<Name extends string>(
  option: string,
  given: string | undefined,
  names: readonly Name[],
): readonly Name[] {
  const wanted = given?.split(',') ?? names;
  const unknown = wanted.find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`--${option}=${unknown}: there are ${names.join(', ')}`);
  return names.filter((name) => wanted.includes(name));
}

function readNumber(option: string, given: string | undefined): number | undefined {
  return readNumbers(option, given)?.[0];
}

/** Parses numbers from 1, separated by commas. */
function readNumbers(option: string, given: string | undefined): number[] | undefined {
  if (given !== undefined && !/^[1-9]\d*(,[1-9]\d*)*$/.test(given))
    throw new Error(`--${option}=${given}: a number is missing`);
  return given?.split(',').map(Number);
}
