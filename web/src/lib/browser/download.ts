import type { AnyEndpoint } from '@samay/contract/core/endpoint';
import { type CallInput, callForText } from '../api/api.ts';

/** Downloads a text file as the signed-in user. @throws ApiError as `call`. */
export async function downloadText<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  file: { name: string; type: string },
): Promise<void> {
  const text = await callForText(endpoint, input);
  // Reading the response removed the byte order mark; spreadsheets need it for ₹ and names.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: `${file.type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(address);
}
