import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/**
 * Writes replies as JSON with the fields of the contract and no others. The serializer is compiled for the first reply, because a process is
 * never asked for most endpoints. OpenAPI's dialect makes null a flag of a type; in the others it is a union, and each value of a union is walked
 * by a validator first.
 */
export function replyWriter(schema: z.ZodType): (reply: FastifyReply, answer: unknown) => string {
  let compiled: ReturnType<FastifyReply['compileSerializationSchema']> | undefined;
  return (reply, answer) => {
    const write = (compiled ??= reply.compileSerializationSchema(
      z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' }),
    ));
    return write(answer as Record<string, unknown>);
  };
}
