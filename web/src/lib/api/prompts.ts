/** Asks the user; resolves to whether they answered. */
type PromptHandler<About> = (about: About) => Promise<boolean>;

/**
 * Asks the user for input that the server requires in the middle of a call. The application sets
 * the handler that shows the dialog; calls wait for its answer.
 */
export class PromptQueue<About> {
  #handler: PromptHandler<About> | undefined;
  #open = new Map<About, Promise<boolean>>();
  #last: Promise<unknown> = Promise.resolve();

  /** Sets the handler. Returns the function that removes it. */
  onPrompt(handler: PromptHandler<About>): () => void {
    this.#handler = handler;
    return () => {
      if (this.#handler === handler) this.#handler = undefined;
    };
  }

  /**
   * Asks once for all calls with an equal need, and one question at a time. False without a handler
   * or without an answer.
   */
  ask(about: About): Promise<boolean> {
    const handler = this.#handler;
    if (!handler) return Promise.resolve(false);
    const open = this.#open.get(about);
    if (open) return open;
    const answer = this.#last.then(() => handler(about)).finally(() => this.#open.delete(about));
    this.#last = answer.catch(() => undefined);
    this.#open.set(about, answer);
    return answer;
  }
}

/** Asks for a code of the second factor, before a change that requires one. */
export const codePrompt = new PromptQueue<'code'>();

/** Asks a super admin for the reason to access a business, by its id. */
export const reasonPrompt = new PromptQueue<string>();
