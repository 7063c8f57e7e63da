import { tokens } from './access-token.ts';
import { type Answer, type Outgoing, send } from './send.ts';

interface KeptReply {
  readonly etag: string;
  readonly reply: unknown;
}

/** The number of kept replies: the latest screens with all of their pages. */
const mostKept = 50;

/** The replies by address, the least recently used first. */
let kept = new Map<string, KeptReply>();
let owner: string | null = null;

/**
 * Drops the last user's replies when another user, or nobody, is signed in. A pending reply is
 * stored in the old map, which nothing reads.
 */
function forget(): void {
  kept = new Map();
  owner = tokens.userId();
}
tokens.listen(forget);

/**
 * Sends a read with the ETag of the last reply from this address. While the server answers that
 * nothing has changed, the answer is that same object, so that nothing is rendered again. Replies
 * are kept in this tab's memory alone, for the signed-in user (decisions 0016, 0036).
 */
export async function sendRead(outgoing: Outgoing): Promise<Answer> {
  if (tokens.userId() !== owner) forget();
  const own = kept;
  const { path } = outgoing;
  const known = own.get(path);
  const answer = await send({
    ...outgoing,
    headers: { ...outgoing.headers, ...(known && { 'If-None-Match': known.etag }) },
  });
  if (answer.status === 304 && known) {
    keep(own, path, known);
    return { ...answer, status: 200, reply: known.reply };
  }
  if (answer.status !== 200 || !answer.etag) return answer;
  const reply = replyIn(answer.text);
  if (reply === undefined) return answer;
  keep(own, path, { etag: answer.etag, reply });
  return { ...answer, reply };
}

function keep(replies: Map<string, KeptReply>, path: string, reply: KeptReply): void {
  replies.delete(path);
  replies.set(path, reply);
  for (const oldest of replies.keys()) if (replies.size > mostKept) replies.delete(oldest);
}

function replyIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The reply is not ours: the caller reports it.
  }
}
