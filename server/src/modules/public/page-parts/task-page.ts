import { html, Html } from '../own-booking/html.ts';
import { taskScript } from '../tasks/script.ts';
import { type View, writeName, writeWays } from './view.ts';

interface TaskPage {
  readonly task: string;
  /** The address to which the form goes, and what was typed there. */
  readonly action: string;
  readonly fields: Readonly<Partial<Record<string, string>>>;
  readonly nonce: string;
}

/** Writes the page that solves a task and sends the visitor's form again with the solution. */
export function writeTask(view: View, { task, action, fields, nonce }: TaskPage): Html {
  const { words } = view;
  const hidden = Object.entries({ ...fields, task, solution: '' });
  return html`${writeName(view)}
    <h1>${words.taskTitle}</h1>
    <p id="waiting" role="status" hidden>${words.taskText}</p>
    <p id="failed" class="note bad" role="alert" hidden>${words.taskFailed}</p>
    <noscript><p class="note bad">${words.taskFailed}</p></noscript>
    <form method="post" action="${action}">
      ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    </form>
    ${writeWays(view)}
    <script nonce="${nonce}">
      ${new Html(taskScript)};
    </script>`;
}
