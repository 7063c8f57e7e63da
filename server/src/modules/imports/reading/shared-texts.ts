import { assertThat } from '../../../core/app-error.ts';

const chunkBytes = 1024 * 1024;
/** The most chunks: a file of 50 MB has fewer, unless it repeats what it says. */
const mostChunks = 96;

/**
 * The texts that the cells of a workbook share, by their number. They lie outside of the heap, where
 * a million of them would have several times their length.
 */
export class SharedTexts {
  readonly #chunks: Buffer[] = [];
  #free = 0;
  #starts = new Float64Array(1024);
  #count = 0;

  /** @throws AppError `import.unpacks_too_large` where there are too many */
  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#chunks.length === 0 || this.#free + bytes > chunkBytes) {
      assertThat(this.#chunks.length < mostChunks, 'import.unpacks_too_large');
      this.#chunks.push(Buffer.allocUnsafeSlow(chunkBytes));
      this.#free = 0;
    }
    if (this.#count + 2 > this.#starts.length) {
      const larger = new Float64Array(2 * this.#starts.length);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    const chunk = this.#chunks.length - 1;
    this.#chunks[chunk]?.write(text, this.#free);
    // The place of a text is followed by its length, which is below 4096.
    this.#starts[this.#count] = (chunk * chunkBytes + this.#free) * 4096 + bytes;
    this.#free += bytes;
    this.#count += 1;
  }

  /** Returns a text; undefined where the number is none. */
  get(number: number): string | undefined {
    if (!Number.isInteger(number) || number < 0 || number >= this.#count) return undefined;
    const packed = this.#starts[number] ?? 0;
    const [place, bytes] = [Math.floor(packed / 4096), packed % 4096];
    const start = place % chunkBytes;
    return this.#chunks[Math.floor(place / chunkBytes)]?.toString('utf8', start, start + bytes);
  }
}
