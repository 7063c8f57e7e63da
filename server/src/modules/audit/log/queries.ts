import { type Expression, sql, type SqlBool } from 'kysely';
import { microsOf, olderThan } from '../../../db/keyset-pagination.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import { run, type Tx } from '../../../db/transaction.ts';

/** An event of the audit log: actor, action and object. */
export interface AuditRow {
  readonly tenantId: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly action: string;
  readonly object: string;
  readonly detail: object;
  readonly requestId: string;
}

export async function insertAuditRow(tx: Tx, { tenantId, at, detail, ...act }: AuditRow) {
  await run(tx, { tenantId }, insertAct({ ...act, auditedAt: at, detail: JSON.stringify(detail) }));
}

/** Inserts an act, as a statement that is sent with the change. */
export const insertAct = statement<AuditValues & { readonly object: string }, object>((db, values) =>
  db.insertInto('audit_log').values({
    tenant_id: values.tenantId,
    at: values.auditedAt,
    actor_id: values.actorId,
    action: values.action,
    object: values.object,
    detail: values.detail,
    request_id: values.requestId,
  }),
);

/** The values of an act. */
export interface AuditValues {
  readonly auditedAt: Date;
  readonly actorId: string | null;
  readonly action: string;
  /** JSON. */
  readonly detail: string;
  readonly requestId: string;
}

export interface AuditFilters {
  /** A noun, or a whole `noun.verb`. */
  readonly action: string | undefined;
  readonly actor: string | undefined;
  /** A day in India. */
  readonly day: string | undefined;
  readonly place: { readonly micros: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** A row of the log with its actor's name, if the reader may see the person. */
export interface AuditRowRead {
  readonly id: string;
  readonly micros: number;
  readonly at: Date;
  readonly actor_id: string | null;
  readonly full_name: string | null;
  readonly email: string | null;
  readonly action: string;
  readonly object: string;
  readonly detail: unknown;
}

/**
 * Lists a business's audit log, newest first. A business reads the names of its own people only,
 * the platform those of all.
 */
export function listAuditRows({ action, actor, day, place, limit }: AuditFilters): Statement<AuditRowRead> {
  const [noun = ''] = action?.split('.') ?? [];
  const values = {
    noun,
    action: action ?? '',
    actor: actor ?? '',
    day: day ?? '',
    micros: place?.micros ?? 0,
    id: place?.id ?? '',
    limit,
  };
  const by = action === undefined ? 'none' : action.includes('.') ? 'action' : 'noun';
  return selectRows(values, {
    by,
    isOfActor: Boolean(actor),
    isOfDay: Boolean(day),
    isFirst: place === undefined,
  });
}

interface Values {
  readonly noun: string;
  readonly action: string;
  readonly actor: string;
  readonly day: string;
  readonly micros: number;
  readonly id: string;
  readonly limit: number;
}

type RowsShape = {
  readonly by: 'none' | 'noun' | 'action';
  readonly isOfActor: boolean;
  readonly isOfDay: boolean;
  readonly isFirst: boolean;
};

const selectRows = statement<Values, AuditRowRead, RowsShape>(
  (db, values, { by, isOfActor, isOfDay, isFirst }) =>
    db
      .selectFrom('audit_log')
      .leftJoin('users', 'users.id', 'audit_log.actor_id')
      .select([
        'audit_log.id',
        microsOf('audit_log.at').as('micros'),
        'audit_log.at',
        'audit_log.actor_id',
        'users.full_name',
        'users.email',
        'audit_log.action',
        'audit_log.object',
        'audit_log.detail',
      ])
      .where('audit_log.tenant_id', '=', values.tenantId)
      .$if(by !== 'none', (query) => query.where(sql<SqlBool>`audit_log.noun = ${values.noun}`))
      .$if(by === 'action', (query) => query.where('audit_log.action', '=', values.action))
      .$if(isOfActor, (query) => query.where('audit_log.actor_id', '=', values.actor))
      .$if(isOfDay, (query) => query.where(onDay(values.day)))
      .where(olderThan({ at: 'audit_log.at', id: 'audit_log.id' }, isFirst ? undefined : values))
      .orderBy('audit_log.at', 'desc')
      .orderBy('audit_log.id', 'desc')
      .limit(values.limit),
);

export interface Colleague {
  readonly id: string;
  readonly full_name: string | null;
  readonly email: string;
}

/** Lists the people of the business. */
export const listColleagues = statement<object, Colleague>((db, { tenantId }) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.full_name', 'users.email'])
    .where('memberships.tenant_id', '=', tenantId)
    .orderBy('users.full_name')
    .orderBy('users.id'),
);

function onDay(day: string): Expression<SqlBool> {
  return sql<SqlBool>`audit_log.at >= (${day}::timestamp at time zone 'Asia/Kolkata')
    and audit_log.at < ((${day}::date + 1)::timestamp at time zone 'Asia/Kolkata')`;
}
