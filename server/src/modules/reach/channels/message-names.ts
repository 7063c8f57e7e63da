import { z } from 'zod';

/** The name that we give a message: the business and the effect that sent it. */
export function composeReference(tenantId: string, effectId: string): string {
  return `${tenantId} ${effectId}`;
}

/** The beginning of the name that we give the message of a code. */
const ofCode = 'code ';

/** The name that we give the message of a code: its business. */
export function composeCodeReference(tenantId: string): string {
  return `${ofCode}${tenantId}`;
}

const Reference = z.tuple([z.uuid(), z.uuid()]);

/** Reads the business of the message of a code by its name; undefined for another message. */
export function readCodeReference(text: string): string | undefined {
  return text.startsWith(ofCode) ? z.uuid().safeParse(text.slice(ofCode.length)).data : undefined;
}

/** Reads the name of a message; undefined for one that we did not give. */
export function readReference(text: string): { tenantId: string; effectId: string } | undefined {
  const read = Reference.safeParse(text.split(' '));
  return read.success ? { tenantId: read.data[0], effectId: read.data[1] } : undefined;
}
