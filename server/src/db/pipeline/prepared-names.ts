/** More texts than the verbs have. Lists of changing length are arrays, so their number is that of the code. */
const most = 600;

/**
 * The names under which the connections of one pool prepare the texts of statements. Once a name went bad on one connection, all texts get
 * new names: the others are likely to have gone bad with it, and what stays prepared under old names ends with its connection.
 */
export class PreparedNames {
  #names = new Map<string, string>();
  #round = 1;

  /** The name of a text, the same at every call until the names are renewed. */
  of(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= most) this.#renew();
    const name = `s${this.#round}_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }

  /** Renews all names, unless that was done since this one was given. */
  forget(name: string | undefined): void {
    if (name?.startsWith(`s${this.#round}_`)) this.#renew();
  }

  #renew(): void {
    this.#names = new Map();
    this.#round += 1;
  }
}
