import { taskBits } from './task.ts';

/** Solves a task in a worker, so that the page stays alive: it tries one number after the other. */
export const solverScript = `
onmessage = async ({ data: task }) => {
  const text = new TextEncoder();
  for (let from = 0; ; from += 512) {
    const hashes = await Promise.all(Array.from({ length: 512 }, (_, at) => crypto.subtle.digest('SHA-256', text.encode(task + '.' + (from + at)))));
    const at = hashes.findIndex((hash) => new DataView(hash).getUint32(0) >>> ${32 - taskBits} === 0);
    if (at >= 0) return postMessage(from + at);
  }
};
`;

/** Has the task of a page solved, and sends its form on. Without what it needs, the page says what to do instead. */
export const taskScript = `
const form = document.querySelector('form');
const failed = () => {
  document.getElementById('waiting').hidden = true;
  document.getElementById('failed').hidden = false;
};
document.getElementById('waiting').hidden = false;
try {
  if (!crypto.subtle) throw new Error();
  const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(solverScript)}])));
  worker.addEventListener('error', failed);
  worker.addEventListener('message', ({ data }) => {
    form.elements.solution.value = data;
    form.submit();
  });
  worker.postMessage(form.elements.task.value);
} catch {
  failed();
}
`;
