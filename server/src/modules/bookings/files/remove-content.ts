import type { TenantContext } from '../../../context/request-context.ts';
import { storedName } from './stored-name.ts';

/** Removes the content of a file without a row. Failing to is no reason to refuse: the sweep removes it later. */
export async function removeContent(context: TenantContext, id: string): Promise<void> {
  await context.dependencies.files.remove(storedName(context.tenantId, id)).catch((error: unknown) => {
    context.log.warn({ err: error, file: id }, 'a file that nothing points to was left to the sweep');
  });
}
