import { createHash, randomUUID } from 'node:crypto';
import { instantNow } from '../party/clock.ts';

export interface StoredObject {
  readonly versionId: string;
  /** The content; undefined in a delete marker. */
  readonly content: Buffer | undefined;
  readonly etag: string;
  readonly encryption: string | undefined;
  /** The time in milliseconds since 1970, whole seconds as in S3. */
  readonly modified: number;
}

/**
 * The objects of one versioned bucket, in memory: a write adds a version, a removal adds a delete
 * marker, and nothing is lost.
 */
export class VersionedObjects {
  readonly #versions = new Map<string, readonly StoredObject[]>();

  put(key: string, content: Buffer, encryption: string | undefined): StoredObject {
    return this.#add(key, { content, encryption, etag: createHash('md5').update(content).digest('hex') });
  }

  delete(key: string): StoredObject {
    return this.#add(key, { content: undefined, encryption: undefined, etag: '' });
  }

  /** Returns the newest version; undefined if there is none or it is a delete marker. */
  get(key: string): (StoredObject & { content: Buffer }) | undefined {
    const newest = this.versions(key).at(-1);
    return newest?.content ? { ...newest, content: newest.content } : undefined;
  }

  /** Returns all versions, the oldest first. */
  versions(key: string): readonly StoredObject[] {
    return this.#versions.get(key) ?? [];
  }

  /** Lists the keys with content, sorted. */
  keys(): string[] {
    return [...this.#versions.keys()].filter((key) => this.get(key)).toSorted();
  }

  /** Sets the time at which the newest version was written. */
  setModified(key: string, instant: Date): void {
    const versions = this.versions(key);
    const newest = versions.at(-1);
    if (newest)
      this.#versions.set(key, [...versions.slice(0, -1), { ...newest, modified: instant.getTime() }]);
  }

  #add(key: string, about: Pick<StoredObject, 'content' | 'encryption' | 'etag'>): StoredObject {
    const added = {
      ...about,
      versionId: randomUUID(),
      modified: Math.floor(Date.parse(instantNow()) / 1000) * 1000,
    };
    this.#versions.set(key, [...this.versions(key), added]);
    return added;
  }
}
