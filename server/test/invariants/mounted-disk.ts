import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { freeMegabytes } from '../../src/disk.ts';
import { temporaryFolder } from './invariant.ts';

/** A small disk of its own. */
export interface MountedDisk {
  readonly folder: string;
  /** Fills it with a file until so many megabytes are left, or makes that file shorter. */
  leave(megabytes: number): void;
  remove(): void;
}

/** Undefined where this process may not mount one, which root on Linux outside of a container may. */
export function mountedDisk(name: string, megabytes: number): MountedDisk | undefined {
  const { folder, remove } = temporaryFolder(name);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    remove();
    return undefined;
  }
  return {
    folder,
    leave: (left) => leave(folder, left),
    remove() {
      spawnSync('umount', [folder]);
      remove();
    },
  };
}

function leave(folder: string, megabytes: number): void {
  const filler = fs.openSync(`${folder}/filler`, 'a');
  try {
    const length = fs.fstatSync(filler).size;
    const taken = Math.floor((freeMegabytes(folder) - megabytes) * 1_048_576);
    if (taken <= 0) fs.ftruncateSync(filler, Math.max(0, length + taken));
    for (let written = 0; written < taken; written += fs.writeSync(filler, Buffer.alloc(Math.min(taken - written, 1_048_576)))); // whole
  } finally {
    fs.closeSync(filler);
  }
}
