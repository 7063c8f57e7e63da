import { ApiError } from '../../../../../lib/api/api.ts';

/** The choices that a form offers. */
interface Choices {
  readonly services: readonly unknown[];
  readonly resources: readonly unknown[];
}

/**
 * Returns whether a refusal's sentence is shown at a field of a form with a time, and therefore
 * nowhere else. The selections of service and resource appear if there are several.
 */
export function isShownAtField(
  error: unknown,
  { services, resources }: Choices,
  { hasDoctorField = false }: { readonly hasDoctorField?: boolean } = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const { fields = {}, message } = error;
  const isAtField = (...names: string[]) => names.some((name) => fields[name] === message);
  return (
    (services.length > 1 && isAtField('serviceId')) ||
    ((hasDoctorField || resources.length > 1) && isAtField('resourceId', 'doctor'))
  );
}
