import { whatsAppNumber } from '@samay/contract/core/whatsapp/whatsapp';
import type { Dependencies } from '../../../context/dependencies.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { atCommit, run } from '../../../db/transaction.ts';
import { type CodeChannel, type CodeOutcome, sendCode } from '../../reach/index.ts';
import type { Shown } from '../online/shown.ts';
import { type Chosen, claimOffered, keepHeld } from '../requests/hold.ts';
import { findProof, insertProof, lockProof, noteCode, noteMessage, type ProofRow } from './queries.ts';
import { hashCode, isProven, newCode, secondsUntilNext } from './rules.ts';

/** How long a time is kept for a visitor who waits for a code, from the form on. */
const keptMs = 10 * 60_000;

/** The form as a visitor has typed it. */
export interface Proving {
  /** The id that the form was made with: the same form sent twice is one. */
  readonly id: string;
  readonly personName: string;
  readonly contact: string;
  /** The digits of the number. */
  readonly number: string;
  readonly email: string | null;
  readonly note: string | null;
  readonly language: ProofRow['language'];
  readonly isChosen: boolean;
}

interface About {
  readonly form: Proving;
  readonly visitor: string;
  readonly channel: CodeChannel;
  /** Whether the visitor's device has proven the number before. */
  readonly isKnown: boolean;
}

/**
 * Keeps a form until its number is proven, and its time for ten minutes. Returns whether it is new.
 * @throws `slot.taken`
 */
export async function beginProof(
  shown: Shown,
  chosen: Chosen,
  { form, visitor, channel, isKnown }: About,
): Promise<boolean> {
  const { context } = shown;
  const { now } = context;
  return inTenant({ ...context, isShown: false }, async (tx) => {
    const [made] = await run(tx, context, lockProof({ id: form.id }));
    if (made) {
      assertThat(made.visitor === visitor, 'not_found');
      return false;
    }
    const claimed = await claimOffered(tx, shown, chosen, visitor);
    keepHeld(tx, shown, claimed, { heldBy: visitor, until: new Date(now.getTime() + keptMs) });
    atCommit(
      tx,
      context,
      insertProof({
        id: form.id,
        visitor,
        service_id: chosen.service.id,
        resource_id: chosen.resourceId,
        is_chosen: form.isChosen,
        appointment_date: chosen.date,
        appointment_time: chosen.time,
        person_name: form.personName,
        contact: form.contact,
        number: form.number,
        email: form.email,
        note: form.note,
        language: form.language,
        channel,
        asked_at: now,
        proven_at: isKnown ? now : null,
      }),
    );
    return true;
  });
}

/** Finds a visitor's own form; undefined for another visitor's, and for one that was deleted. */
export async function findOwnProof(
  { context }: Shown,
  id: string,
  visitor: string | null,
): Promise<ProofRow | undefined> {
  const { found } = await readInOneMessage(context, { found: findProof({ id }) });
  return found.find((row) => row.visitor === visitor);
}

/** Reads a visitor's own form. @throws `not_found`, also for another visitor's */
export async function readProof(shown: Shown, id: string, visitor: string | null): Promise<ProofRow> {
  return orNotFound(await findOwnProof(shown, id, visitor));
}

/**
 * Sends a code for a form, in place of the one before. Where it did not leave the form has none. Nothing is sent before the wait is over.
 */
export async function sendProofCode(
  dependencies: Dependencies,
  { context, business }: Shown,
  id: string,
): Promise<CodeOutcome> {
  const { now, tenantId } = context;
  const [key] = dependencies.secrets.codeKeys;
  if (!key) throw new Error('there is no key');
  const code = newCode();
  const hash = hashCode(key, { tenantId, id }, code);
  const noted = await inTenant({ ...context, isShown: false }, async (tx) => {
    const row = orNotFound((await run(tx, context, lockProof({ id })))[0]);
    if (row.appointment_id !== null || isProven(row, now) || secondsUntilNext(row, now) > 0) return undefined;
    atCommit(tx, context, noteCode({ id, hash, now }));
    return row;
  });
  if (!noted) return 'sent';
  const { channel, contact, email, language } = noted;
  const to = channel === 'mail' ? email : whatsAppNumber(contact);
  if (to === null) return 'refused';
  const message = { channel, to, code, language, business: business.name };
  const { outcome, messageId } = await sendCode(dependencies, context, message);
  if (messageId === null) return outcome;
  try {
    await inTenant({ ...context, isShown: false }, (tx) =>
      run(tx, context, noteMessage({ id, hash, messageId })),
    );
  } catch (error) {
    // The code has left and works: its form alone does not learn of a report.
    dependencies.log?.error({ err: error }, 'the message of a code could not be noted');
  }
  return outcome;
}
