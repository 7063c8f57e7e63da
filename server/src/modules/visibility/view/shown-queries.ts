import type { TenantId } from '../../../db/tenant.ts';
import {
  type Compilable,
  type NoShape,
  type OfShape,
  type QueryBuilder,
  type Shape,
  shapedStatement,
  type Statement,
} from '../../../db/statement.ts';
import type { ListView } from './visibility-queries.ts';

/** The values of the rows that the plan shows; absent where it shows everything. */
interface LimitValues {
  readonly cycleStart: string;
  readonly cycleEnd: string;
  readonly lastDate: string;
  readonly lastTime: string;
  readonly lastId: string;
}

/** Does not compile with a value that the limit would overwrite. */
type NoLimitValues = { readonly [Name in keyof LimitValues]?: never };

type ViewShape = {
  readonly order: ListView['order'];
  readonly shows: 'everything' | 'up to a key' | 'nothing of the cycle';
};

/**
 * Defines a statement over the bookings that the plan shows, compiled once for each kind of view.
 * `build` gets a view whose values are placeholders.
 */
export function shownStatement<Values extends object, Row, Own extends Shape = NoShape>(
  build: (
    db: QueryBuilder,
    view: ListView,
    values: Values & { tenantId: TenantId },
    shape: Own,
  ) => Compilable<Row>,
): (view: ListView, values: Values & NoLimitValues, ...shape: OfShape<Own>) => Statement<Row> {
  const defined = shapedStatement<Values & LimitValues, Row, Own & ViewShape>((db, values, shape) =>
    build(db, viewWithin(shape, values), values, shape),
  );
  return (view, values, ...[shape = {} as Own]) => {
    const all = { ...values, ...getLimits(view) } as Values & LimitValues;
    return defined(all, { ...shape, ...getShape(view) });
  };
}

function getShape({ order, visibility }: ListView): ViewShape {
  if (visibility === 'everything') return { order, shows: visibility };
  return { order, shows: visibility.last ? 'up to a key' : 'nothing of the cycle' };
}

function getLimits({ visibility }: ListView): Partial<LimitValues> {
  if (visibility === 'everything') return {};
  const { start: cycleStart, end: cycleEnd, last } = visibility;
  return { cycleStart, cycleEnd, ...(last && { lastDate: last.date, lastTime: last.time, lastId: last.id }) };
}

function viewWithin(
  { order, shows }: ViewShape,
  limit: LimitValues & { readonly tenantId: TenantId },
): ListView {
  if (shows === 'everything') return { order, visibility: shows };
  const { cycleStart: start, cycleEnd: end, tenantId } = limit;
  if (shows === 'nothing of the cycle')
    return { order, visibility: { start, end, tenantId, last: undefined } };
  return {
    order,
    visibility: {
      start,
      end,
      tenantId,
      last: { date: limit.lastDate, time: limit.lastTime, id: limit.lastId },
    },
  };
}
