import type { Plugin, Rolldown } from 'vite';
import type { AnyEndpoint } from '../contract/src/endpoint.ts';

const facade = '\0contract:';
const addresses = '\0contract-addresses:';
const plain = '?plain';
const nothing = '\0contract-without-zod';

/** What builds schemas and does nothing else: dropped from the build where nobody uses the result. */
export const pureFunctions = ['z', 'endpoint', 'transition', 'line', 'requiredLine', 'bothTypes', 'Permission.options.filter'];

/**
 * Keeps the schemas of the contract out of the way of the pages that check nothing: with them the whole of zod would load before the
 * login page. Each contract module becomes a face with three kinds of names: a schema comes from the module as it stands and loads with
 * the form that uses it; an endpoint is its address, for its schemas are types to a screen; all the rest (formats, sentences, names)
 * comes from a copy of the module whose schemas nobody uses, so that the build drops them.
 */
export function leanContract(): Plugin {
  return {
    name: 'samay:lean-contract',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer?.endsWith(plain)) return fromPlain(this, source, importer.slice(0, -plain.length));
      // A module of which no schema is used is dropped whole, for making schemas does nothing else.
      if (importer?.startsWith(facade)) return { id: source, moduleSideEffects: false };
      if (!source.startsWith('@samay/contract/')) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { id: facade + resolved.id, moduleSideEffects: false };
    },
    async load(id) {
      if (id === nothing) return 'export const z = undefined;';
      if (id.startsWith(addresses)) return addressesIn(await contractModule(id.slice(addresses.length)));
      if (!id.startsWith(facade)) return null;
      const file = id.slice(facade.length);
      return faceOf(file, await contractModule(file));
    },
  };
}

async function contractModule(file: string): Promise<Record<string, unknown>> {
  return (await import(/* @vite-ignore */ file)) as Record<string, unknown>;
}

/** Nothing but names that lead on: a face with code of its own would tie the schemas to the pages that need only addresses. */
function faceOf(file: string, module: Record<string, unknown>): string {
  const home = (value: unknown) => (isEndpoint(value) ? addresses + file : isSchema(value) ? file : file + plain);
  return Object.entries(module)
    .map(([name, value]) => `export { ${name} } from ${JSON.stringify(home(value))};`)
    .join('\n');
}

function addressesIn(module: Record<string, unknown>): string {
  return Object.entries(module)
    .flatMap(([name, value]) => (isEndpoint(value) ? [`export const ${name} = ${JSON.stringify(addressOf(value))};`] : []))
    .join('\n');
}

function addressOf({ method, path, access, transport }: AnyEndpoint): Pick<AnyEndpoint, 'method' | 'path' | 'access'> {
  return { method, path, access, ...(transport && { transport }) };
}

/** A copy without schemas imports such copies, and no zod: an import would load it even with nothing of it in use. */
async function fromPlain(
  context: Rolldown.PluginContext,
  source: string,
  importer: string,
): Promise<{ id: string; moduleSideEffects: false } | null> {
  if (source === 'zod') return { id: nothing, moduleSideEffects: false };
  const resolved = await context.resolve(source, importer, { skipSelf: true });
  return resolved && { id: resolved.id + plain, moduleSideEffects: false };
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value;
}
