import type { CitusCompared, CitusOperation } from '../citus/compare-citus.ts';
import { mostOnCitus } from '../load/targets.ts';
import { mark, ms, range } from './cells.ts';

/**
 * Renders the table of the operations on three nodes and on one, with their reads of more than one
 * shard.
 */
export function citusTable(
  compared: readonly CitusCompared[],
  multiShard: Readonly<Record<CitusOperation | 'jobs', readonly string[]>>,
): string {
  const rows = compared.map(({ operation, connections, one, citus, p50, p99 }) => {
    const most = mostOnCitus[operation];
    const verdict = most === undefined ? '' : `${mark(p50.median <= most)} ≤ ${most}`;
    return `| ${operation} | ${connections} | ${ms(one.median)} | ${ms(citus.median)} | **${p50.median.toFixed(2)}** | ${range(p50)} | ${verdict} | ${ms(one.p99)} | ${ms(citus.p99)} | ${p99.median.toFixed(2)} |`;
  });
  const lists = Object.entries(multiShard).map(
    ([name, statements]) =>
      `- ${name}: ${statements.length === 0 ? 'none' : statements.map(quoted).join('; ')}`,
  );
  return `${heads}\n|${'---|'.repeat(heads.split('|').length - 2)}\n${rows.join('\n')}\n\nStatements that ask more than one shard:\n\n${lists.join('\n')}`;
}

const heads =
  '| operation | connections | median, one PostgreSQL | Citus | ratio | of the turns | wanted | 99th percentile, one PostgreSQL | Citus | ratio |';

function quoted(statement: string): string {
  return `\`${statement.length > 160 ? `${statement.slice(0, 160)}…` : statement}\``;
}
