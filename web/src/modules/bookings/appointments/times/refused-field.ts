import { ApiError } from '../../../../lib/api/api.ts';

/** The choices that a form offers. */
interface Choices {
  readonly services: readonly unknown[];
  readonly resources: readonly unknown[];
}

/**
 * Whether a refusal's sentence stands beside a field of a form of a time, which therefore says it
 * nowhere else. The selections of service and resource are there from the second choice on.
 */
export function isSaidBesideField(
  error: unknown,
  { services, resources }: Choices,
  { hasDoctorField = false }: { readonly hasDoctorField?: boolean } = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const { fields = {}, message } = error;
  const isBeside = (...names: string[]) => names.some((name) => fields[name] === message);
  return (
    (services.length > 1 && isBeside('serviceId')) ||
    ((hasDoctorField || resources.length > 1) && isBeside('resourceId', 'doctor'))
  );
}
