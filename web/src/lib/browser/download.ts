import type { AnyEndpoint } from '@samay/contract/core/endpoint';
import { callForFile, callForText, type CallInput } from '../api/api.ts';

/** Downloads a text file as the signed-in user. @throws ApiError as `call`. */
export async function downloadText<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  file: { name: string; type: string },
): Promise<void> {
  const text = await callForText(endpoint, input);
  // Reading the response removed the byte order mark; spreadsheets need it for ₹ and names.
  saveText(text, file);
}

/** Saves a text that the page made, with the byte order mark that spreadsheets need. */
export function saveText(text: string, file: { name: string; type: string }): void {
  save(new Blob(['\uFEFF', text], { type: `${file.type};charset=utf-8` }), file.name);
}

/** Downloads a file that is no text as the signed-in user. @throws ApiError as `call`. */
export async function downloadFile<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  name: string,
): Promise<void> {
  save(await callForFile(endpoint, input), name);
}

function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
