/**
 * Decrypts or encrypts with RC4, which OpenSSL no longer has by default: older PDFs that forbid
 * changes use it. It protects nothing here.
 */
export function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 255;
    [state[index], state[other]] = [at(other), at(index)];
  }
  const result = Buffer.alloc(data.length);
  let [first, second] = [0, 0];
  for (const [position, byte] of data.entries()) {
    first = (first + 1) & 255;
    second = (second + at(first)) & 255;
    [state[first], state[second]] = [at(second), at(first)];
    result[position] = byte ^ at(at(first) + at(second));
  }
  return result;
}
