type Ask<About> = (about: About) => Promise<boolean>;

/** A question that the server wants answered in the middle of a call: who asks the person is set by the application, calls only wait. */
export class PromptQueue<About> {
  #ask: Ask<About> | undefined;
  #open = new Map<About, Promise<boolean>>();
  #last: Promise<unknown> = Promise.resolve();

  /** Says how a person is asked; it resolves to whether they answered. Returns how to stop. */
  answeredBy(next: Ask<About>): () => void {
    this.#ask = next;
    return () => {
      if (this.#ask === next) this.#ask = undefined;
    };
  }

  /** Asks once for all calls that wait for the same, and one thing at a time; false where there is nobody to ask or no answer came. */
  wanted(about: About): Promise<boolean> {
    const ask = this.#ask;
    if (!ask) return Promise.resolve(false);
    const open = this.#open.get(about);
    if (open) return open;
    const answer = this.#last.then(() => ask(about)).finally(() => this.#open.delete(about));
    this.#last = answer.catch(() => undefined);
    this.#open.set(about, answer);
    return answer;
  }
}

/** A code of the second factor, before a change that matters. */
export const codePrompt = new PromptQueue<'code'>();

/** Why a super admin looks into a business, by its id. */
export const reasonPrompt = new PromptQueue<string>();
