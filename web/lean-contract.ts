import { readFile } from 'node:fs/promises';
import { parseAst, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import type { AnyEndpoint } from '../contract/src/core/endpoint.ts';

const facade = '\0contract:';
const addresses = '\0contract-addresses:';
const plain = '?plain';
const nothing = '\0contract-without-zod';
/**
 * Matches the remainder of a schema definition without zod, a method call on `void 0`; not an
 * argument, as in `parse(void 0).success`.
 */
const callOnNothing = /(?:(?<![\w$)\]])|\breturn)\(void 0\)\.\w+/;

/**
 * The contract's functions without side effects: their calls are dropped where the result is
 * unused.
 */
export const pureFunctions = ['bothTypes'];

/**
 * Removes the contract's schemas from pages that validate nothing: otherwise all of zod would load
 * before the sign-in page. Each contract module is replaced by a facade with three kinds of
 * exports: a schema is exported from the original module and loads with the form that uses it; an
 * endpoint is reduced to its address, since screens use its schemas as types only; everything else
 * (formats, texts, names) is exported from a copy of the module without schemas. The build fails
 * when such a copy needs a schema after all.
 */
export function leanContract(): Plugin {
  return {
    name: 'samay:lean-contract',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer?.endsWith(plain)) return fromPlain(this, source, importer.slice(0, -plain.length));
      // A module whose schemas are unused is dropped: defining them has no side effects.
      if (importer?.startsWith(facade)) return { id: source, moduleSideEffects: false };
      if (!source.startsWith('@samay/contract/')) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { id: facade + resolved.id, moduleSideEffects: false };
    },
    async load(id) {
      if (id === nothing) return 'export const z = undefined;';
      if (id.startsWith(addresses)) return addressesIn(await contractModule(id.slice(addresses.length)));
      if (id.startsWith(facade)) return facadeOf(id.slice(facade.length));
      return id.endsWith(plain) ? withoutSchemas(id.slice(0, -plain.length)) : null;
    },
    generateBundle(_, bundle) {
      const needy = Object.values(bundle).find(
        (file) =>
          file.type === 'chunk' && (file.modules[nothing]?.renderedLength || callOnNothing.test(file.code)),
      );
      if (needy)
        this.error(
          `${needy.fileName} needs a schema of the contract where the build leaves none: ` +
            'see lean-contract.ts',
        );
    },
  };
}

/**
 * Resolves the imports of a copy without schemas to such copies, and zod to nothing: otherwise an
 * unused import would load it.
 */
async function fromPlain(context: Rolldown.PluginContext, source: string, importer: string) {
  if (source === 'zod') return { id: nothing, moduleSideEffects: false as const };
  const resolved = await context.resolve(source, importer, { skipSelf: true });
  return resolved && { id: resolved.id + plain, moduleSideEffects: false as const };
}

/**
 * Returns the facade of a module. It has re-exports only: other code would tie the schemas to pages
 * that need only addresses.
 */
async function facadeOf(file: string): Promise<string> {
  const home = (value: unknown) =>
    isEndpoint(value) ? addresses + file : isSchema(value) ? file : file + plain;
  return Object.entries(await contractModule(file))
    .map(([name, value]) => `export { ${name} } from ${JSON.stringify(home(value))};`)
    .join('\n');
}

function addressesIn(module: Record<string, unknown>): string {
  return Object.entries(module)
    .flatMap(([name, value]) =>
      isEndpoint(value) ? [`export const ${name} = ${JSON.stringify(addressOf(value))};`] : [],
    )
    .join('\n');
}

function addressOf({ method, path, access, transport }: AnyEndpoint) {
  return { method, path, access, ...(transport && { transport }) };
}

/**
 * Returns the module's source without endpoints and schemas; constants that were used for them
 * alone are marked as droppable.
 */
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
      // Values of calls and objects: unused here, and the bundler cannot know that creating them
      // has no side effects.
      if (first?.init?.type !== 'CallExpression' && first?.init?.type !== 'ObjectExpression') return text;
      return `const ${name} = /*#__PURE__*/ (() => (${code.slice(first.init.start, first.init.end)}))();`;
    })
    .join('\n');
}

async function contractModule(file: string): Promise<Record<string, unknown>> {
  return (await import(/* @vite-ignore */ file)) as Record<string, unknown>;
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value;
}
