import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import type { Dependencies } from '../../../context/dependencies.ts';
import { systemContext } from '../../../context/business-context.ts';
import { newStreamKey, sealed } from '../../../core/sealed-stream.ts';
import { asJob, inTenantAsPlatform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { enqueueMail } from '../../../outbox/index.ts';
import { auditPerson } from '../../audit/index.ts';
import { storedName } from '../../files/index.ts';
import { contents, countContents } from '../content/contents.ts';
import { holdSnapshot, pagedSnapshot, SnapshotChanged, type Snapshot } from '../content/snapshot.ts';
import { encryptKey } from '../stored/key.ts';
import { zipped } from '../../../core/zip/write-zip.ts';
import { readyEmail } from './email.ts';
import {
  type Attempt,
  endAttempt,
  markReady,
  newestMigration,
  noteProgress,
  readAddress,
} from './queries.ts';

/** The lease of a server that makes an archive; it is extended while the archive grows. */
export const leaseMs = 60_000;
/** The tries after which an archive has failed. */
export const mostAttempts = 8;
/** The tries on the embedded database that let others have their turn between two pages. */
const pagedAttempts = 5;
/** How soon a try follows one during which the business was changed. */
const soonMs = 5_000;
const progressEveryMs = 2_000;
/**
 * Lets V8 collect the pages that are written before the heap has grown by a third. Usually it grows to
 * a multiple first, where the machine has memory.
 */
const smallHeap = '--heap-growing-percent=30';
const usualHeap = '--heap-growing-percent=0';
/** How long a ready archive can be downloaded. */
const readyForMs = 24 * 3_600_000;

interface Making extends Attempt {
  readonly tenantId: string;
  readonly askedBy: string;
}

/** Thrown when another server has begun to make the same archive. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/**
 * Makes an archive that this server has leased: its content is published whole, and then its row names
 * it. A server that is lost before leaves a content without a row, which the sweep of files removes, and
 * the next try begins from the start.
 */
export async function makeArchive(
  dependencies: Dependencies,
  making: Making,
  signal: AbortSignal,
): Promise<void> {
  const { tenantId } = making;
  const work = systemContext(dependencies, { job: 'make archives', tenantId });
  const holds = dependencies.database.kind === 'postgres' || making.attempts > pagedAttempts;
  const snapshot = await (holds ? holdSnapshot(work) : pagedSnapshot(work));
  const contentId = randomUUID();
  setFlagsFromString(smallHeap);
  try {
    const { key, bytes } = await writeContent(dependencies, { making, snapshot, contentId, signal });
    if (!(await finish(dependencies, { making, contentId, key, bytes }))) throw new Overtaken('it was made');
  } catch (error) {
    await snapshot.discard();
    await dependencies.files.remove(storedName(tenantId, contentId)).catch(() => undefined);
    const waitMs = signal.aborted ? 0 : error instanceof SnapshotChanged ? soonMs : leaseMs;
    if (!(error instanceof Overtaken)) await giveBack(dependencies, making, waitMs);
    throw error;
  } finally {
    setFlagsFromString(usualHeap);
  }
}

async function writeContent(
  dependencies: Dependencies,
  about: { making: Making; snapshot: Snapshot; contentId: string; signal: AbortSignal },
): Promise<{ key: Buffer; bytes: number }> {
  const { making, snapshot, contentId, signal } = about;
  const { files, clock } = dependencies;
  const total = await countContents(snapshot);
  const [key, progress] = [newStreamKey(), new Progress(dependencies, { making, snapshot, total })];
  await progress.note();
  let bytes = 0;
  const plain = async function* () {
    const entries = contents({
      snapshot,
      files,
      tenantId: making.tenantId,
      now: clock(),
      schema: newestMigration(),
      onAdded: (count) => progress.add(count),
    });
    for await (const chunk of zipped(entries)) {
      signal.throwIfAborted();
      bytes += chunk.length;
      await progress.noteSometimes();
      yield chunk;
    }
  };
  await files.write(
    storedName(making.tenantId, contentId),
    Readable.from(sealed(key, plain()), { objectMode: false }),
  );
  return { key, bytes };
}

/** Notes how far an archive is, which extends its lease. */
class Progress {
  readonly #dependencies: Dependencies;
  readonly #making: Making;
  readonly #snapshot: Snapshot;
  readonly #total: number;
  #done = 0;
  #notedAt = 0;

  constructor(
    dependencies: Dependencies,
    { making, snapshot, total }: { making: Making; snapshot: Snapshot; total: number },
  ) {
    this.#dependencies = dependencies;
    this.#making = making;
    this.#snapshot = snapshot;
    this.#total = total;
  }

  add(count: number): void {
    this.#done += count;
  }

  async noteSometimes(): Promise<void> {
    if (performance.now() - this.#notedAt >= progressEveryMs) await this.note();
  }

  async note(): Promise<void> {
    if (this.#snapshot.isBlocking()) return;
    const { tenantId, id, attempts } = this.#making;
    const leaseUntil = new Date(this.#dependencies.clock().getTime() + leaseMs);
    const progress = {
      id,
      attempts,
      done: Math.min(this.#done, this.#total),
      total: this.#total,
      leaseUntil,
    };
    const rows = await asJob(this.#dependencies, (tx) => run(tx, { tenantId }, noteProgress(progress)));
    if (rows.length === 0) throw new Overtaken('another server makes it');
    this.#notedAt = performance.now();
  }
}

interface Made {
  readonly making: Making;
  readonly contentId: string;
  readonly key: Buffer;
  readonly bytes: number;
}

/** Names the content in the archive's row, and mails the owner. Returns whether the row still waited for it. */
async function finish(dependencies: Dependencies, { making, contentId, key, bytes }: Made): Promise<boolean> {
  const { tenantId, id, attempts } = making;
  const work = systemContext(dependencies, { job: 'make archives', tenantId });
  const { now } = work;
  const expiresAt = new Date(now.getTime() + readyForMs);
  const encryptedKey = encryptKey(dependencies.secrets, id, key);
  return inTenantAsPlatform(work, async (tx) => {
    const ready = await run(
      tx,
      work,
      markReady({ id, attempts, contentId, bytes, encryptedKey, now, expiresAt }),
    );
    if (ready.length === 0) return false;
    await auditPerson(tx, work, { userId: null, tenantId }, 'archive.made', id, { bytes });
    const [owner] = await run(tx, work, readAddress({ userId: making.askedBy }));
    if (!owner) return true;
    const home = `${dependencies.settings.publicUrl}/${owner.isTurf ? 'turf-dashboard' : 'dashboard'}`;
    await enqueueMail(tx, now, { tenantId, to: owner.email, ...readyEmail(home, expiresAt) });
    return true;
  });
}

/** Lets another try begin after a while; after the last one the archive has failed. */
async function giveBack(dependencies: Dependencies, making: Making, waitMs: number): Promise<void> {
  const { tenantId, id, attempts } = making;
  const until = new Date(dependencies.clock().getTime() + waitMs);
  const state = attempts >= mostAttempts && waitMs > 0 ? 'failed' : 'waiting';
  await asJob(dependencies, (tx) => run(tx, { tenantId }, endAttempt({ id, attempts, state, until })));
}
