/** The sentences by the code of the operating system; the path or call follows. */
const happenings: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  ENOENT: 'There is no such file or folder',
  ENOTDIR: 'This is no folder',
  EISDIR: 'This is a folder, not a file',
  EEXIST: 'This is there already',
  EACCES: 'This may not be read or written',
  EPERM: 'This may not be read or written',
  EROFS: 'This cannot be written',
};

/**
 * Returns the sentence for an error of the operating system among the causes of an error, with its
 * path; undefined for any other.
 */
export function systemErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || !Object.hasOwn(happenings, code)) return systemErrorText(error.cause);
  return `${happenings[code]}: ${path ?? syscall}.`;
}
