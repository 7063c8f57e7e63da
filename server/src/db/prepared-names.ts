/** More texts than the verbs have: beyond it a statement goes unprepared, so that no connection collects them without end. */
const most = 600;

/** The names under which all connections of one pool prepare the texts of statements. */
export class PreparedNames {
  readonly #names = new Map<string, string>();

  /** The name of a text, the same at every call; undefined once there are too many. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= most) return known;
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}
