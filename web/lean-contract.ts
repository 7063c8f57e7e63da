import { readFile } from 'node:fs/promises';
import { parseAst, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import type { AnyEndpoint } from '../contract/src/core/endpoint.ts';

const face = '\0contract:';
const addresses = '\0contract-addresses:';
const plain = '?plain';
const nothing = '\0contract-without-zod';
/** What is left of a schema's making where there is no zod; the argument of a call, as in `parse(void 0).success`, is none. */
const callOnNothing = /(?:(?<![\w$)\]])|\breturn)\(void 0\)\.\w+/;

/** Calls in the contract that make a value and do nothing else: left out of the build where nobody uses it. */
export const pureFunctions = ['bothTypes'];

/**
 * Keeps the schemas of the contract out of the way of pages that check nothing: with them the whole of zod would load before the login
 * page. Each contract module becomes a face with three kinds of names: a schema comes from the module as it stands and loads with the form
 * that uses it; an endpoint is its address, for its schemas are types to a screen; all the rest (formats, sentences, names) comes from a
 * copy of the module without schemas. The build stops when something in such a copy needs one after all.
 */
export function leanContract(): Plugin {
  return {
    name: 'samay:lean-contract',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer?.endsWith(plain)) return fromPlain(this, source, importer.slice(0, -plain.length));
      // A module of which no schema is used is dropped whole, for making schemas does nothing else.
      if (importer?.startsWith(face)) return { id: source, moduleSideEffects: false };
      if (!source.startsWith('@samay/contract/')) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { id: face + resolved.id, moduleSideEffects: false };
    },
    async load(id) {
      if (id === nothing) return 'export const z = undefined;';
      if (id.startsWith(addresses)) return addressesIn(await contractModule(id.slice(addresses.length)));
      if (id.startsWith(face)) return faceOf(id.slice(face.length));
      return id.endsWith(plain) ? withoutSchemas(id.slice(0, -plain.length)) : null;
    },
    generateBundle(_, bundle) {
      const needy = Object.values(bundle).find(
        (file) => file.type === 'chunk' && (file.modules[nothing]?.renderedLength || callOnNothing.test(file.code)),
      );
      if (needy) this.error(`${needy.fileName} needs a schema of the contract where the build leaves none: see lean-contract.ts`);
    },
  };
}

/** A copy without schemas imports such copies, and no zod: an import would load it even with nothing of it in use. */
async function fromPlain(context: Rolldown.PluginContext, source: string, importer: string) {
  if (source === 'zod') return { id: nothing, moduleSideEffects: false as const };
  const resolved = await context.resolve(source, importer, { skipSelf: true });
  return resolved && { id: resolved.id + plain, moduleSideEffects: false as const };
}

/** Nothing but names that lead on: a face with code of its own would tie the schemas to the pages that need only addresses. */
async function faceOf(file: string): Promise<string> {
  const home = (value: unknown) => (isEndpoint(value) ? addresses + file : isSchema(value) ? file : file + plain);
  return Object.entries(await contractModule(file))
    .map(([name, value]) => `export { ${name} } from ${JSON.stringify(home(value))};`)
    .join('\n');
}

function addressesIn(module: Record<string, unknown>): string {
  return Object.entries(module)
    .flatMap(([name, value]) => (isEndpoint(value) ? [`export const ${name} = ${JSON.stringify(addressOf(value))};`] : []))
    .join('\n');
}

function addressOf({ method, path, access, transport }: AnyEndpoint) {
  return { method, path, access, ...(transport && { transport }) };
}

/** The module's text without the exported endpoints and with nothing for a schema; what it made for them alone is marked as droppable. */
async function withoutSchemas(file: string): Promise<string> {
  const module = await contractModule(file);
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  return parseAst(code)
    .body.map((statement) => {
      const text = code.slice(statement.start, statement.end);
      const isExported = statement.type === 'ExportNamedDeclaration';
      const declaration = isExported ? statement.declaration : statement;
      if (declaration?.type !== 'VariableDeclaration') return text;
      const [first] = declaration.declarations;
      const name = first?.id.type === 'Identifier' ? first.id.name : '';
      if (isExported && isEndpoint(module[name])) return '';
      if (isExported) return isSchema(module[name]) ? `export const ${name} = z;` : text;
      // Made by calls, alone or by name in an object: nobody needs them here, and the bundler cannot know that making them does nothing.
      if (first?.init?.type !== 'CallExpression' && first?.init?.type !== 'ObjectExpression') return text;
      return `const ${name} = /*#__PURE__*/ (() => (${code.slice(first.init.start, first.init.end)}))();`;
    })
    .join('\n');
}

async function contractModule(file: string): Promise<Record<string, unknown>> {
  return (await import(/* @vite-ignore */ file)) as Record<string, unknown>;
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value;
}
