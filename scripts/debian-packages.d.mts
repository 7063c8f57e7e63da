/** Types of debian-packages.mjs, as far as tests of the server use it. */
export function findProgram(
  name: string,
  packageOfDebian: string,
): Promise<{ program?: string; reason?: string }>;
