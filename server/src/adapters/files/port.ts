import type { Readable } from 'node:stream';

/**
 * A store for private files. The server generates their names, `tenant/uuid`; they contain nothing
 * that a person typed.
 */
export interface FileStore {
  /**
   * Whether all servers keep files in one place outside of them, so that another server would not
   * help when it does not answer.
   */
  readonly isShared: boolean;
  /**
   * Writes a stream to a draft on this machine, which cannot be read by name until it is published.
   * It is synced to disk when this returns; when it throws, nothing remains. Refuses with
   * `prescription.too_large` beyond `longest` bytes.
   */
  receive(content: Readable, longest: number): Promise<Draft>;
  /**
   * Streams a file. Rejects with ENOENT when there is no such file, and with `file.unavailable`
   * when the store does not answer; so does the stream.
   */
  read(name: string): Promise<Readable>;
  /**
   * Writes a file whole under its name, or not at all; an existing one is replaced. For restoring
   * and moving files.
   */
  write(name: string, content: Readable): Promise<Content>;
  /** Returns a file's properties; undefined when there is no such file. */
  stat(name: string): Promise<StoredFile | undefined>;
  /**
   * Lists every published file, in no order. One that is written or removed during the listing may
   * be missing.
   */
  list(): AsyncIterable<StoredFile>;
  /** Removes a file; a missing one is not an error. */
  remove(name: string): Promise<void>;
  /** Returns whether a file could be written now. */
  canWrite(): Promise<boolean>;
  /**
   * Removes the drafts of this machine that a crash left behind before an instant; returns their
   * number.
   */
  removeDrafts(instant: Date): Promise<number>;
}

/** A published file. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /** The time at which its content was written. */
  readonly writtenAt: Date;
}

/** The length and the hash of a file. */
export interface Content {
  readonly bytes: number;
  /** The hash in hexadecimal. */
  readonly sha256: string;
}

/** A complete file on this machine's disk, to be inspected, then published or discarded. */
export interface Draft extends Content {
  /** The path on this machine, until it is published or discarded. */
  readonly path: string;
  /** Makes it readable under a name, atomically and durably. */
  publish(name: string): Promise<void>;
  /** Removes the draft; after `publish` this has no effect. */
  discard(): Promise<void>;
}
