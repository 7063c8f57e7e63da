import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncPath } from './sync-path.ts';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/** The parts of Emscripten's file system that are used here; PGlite does not type them. */
interface EmscriptenModule {
  FS: { ErrnoError: new (errno: number) => Error; filesystems?: { NODEFS?: NodeFileSystem } };
  NODEFS?: NodeFileSystem;
}
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: EmscriptenStream) => number };
  realPath(node: unknown): string;
}
interface EmscriptenStream {
  nfd?: number;
  node: unknown;
}

const inputOutputError = 29; // EIO in WASI's numbering, which Emscripten uses

/** Counts fsyncs, so that tests can prove one per commit. */
export const syncCounter = { fsyncs: 0 };

/**
 * PGlite's folder on disk, with fsync: Emscripten's NODEFS has no such operation, so PostgreSQL's
 * calls had no effect. A failed fsync reaches PostgreSQL as EIO, and it stops rather than lose
 * rows.
 */
export class DurableFileSystem extends NodeFS {
  override async init(pglite: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
    const ready = await super.init(pglite, options);
    const installFsync = (module: unknown) => addFsync(module as EmscriptenModule);
    const { preRun } = ready.emscriptenOpts;
    ready.emscriptenOpts.preRun = [
      installFsync,
      ...(Array.isArray(preRun) ? preRun : preRun ? [preRun] : []),
    ];
    return ready;
  }
}

/**
 * Returns the start parameters without `-F`, with which PGlite turns fsync off. A checkpoint keeps
 * two to four files of the log, 16 MB each, while PostgreSQL keeps up to a gigabyte. The buffers,
 * by default 128 MB, are cleared at the start, so all of them would be resident; the system caches
 * the files as well.
 */
export function durableStartParams(defaults: string[]): string[] {
  const settings = ['wal_sync_method=fsync', 'min_wal_size=32MB', 'max_wal_size=64MB', 'shared_buffers=32MB'];
  return [...defaults.filter((param) => param !== '-F'), ...settings.flatMap((setting) => ['-c', setting])];
}

function addFsync(module: EmscriptenModule): void {
  const nodeFileSystem = module.FS.filesystems?.NODEFS ?? module.NODEFS;
  if (!nodeFileSystem)
    throw new Error('PGlite no longer mounts NODEFS: its data would never be synced to the disk');
  nodeFileSystem.stream_ops.fsync = (stream) => {
    try {
      if (stream.nfd === undefined) syncPath(nodeFileSystem.realPath(stream.node));
      else fs.fsyncSync(stream.nfd);
    } catch {
      throw new module.FS.ErrnoError(inputOutputError);
    }
    syncCounter.fsyncs += 1;
    return 0;
  };
}
