/**
 * More texts than the verbs have. Lists of changing length are sent as arrays, so the number of
 * texts is fixed by the code.
 */
const most = 600;

/**
 * The names under which the connections of one pool prepare statements. Once a name is stale on one
 * connection, all texts get new names: the others are probably stale too, and statements prepared
 * under old names end with their connections.
 */
export class PreparedNames {
  #names = new Map<string, string>();
  #round = 1;

  /** The name of a text, the same at every call until the names are renewed. */
  of(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= most) this.renew();
    const name = `s${this.#round}_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }

  /** Renews all names, unless they were renewed since this one was given. */
  forget(name: string | undefined): void {
    if (name?.startsWith(`s${this.#round}_`)) this.renew();
  }

  /** Gives every text a new name. */
  renew(): void {
    this.#names = new Map();
    this.#round += 1;
  }
}
