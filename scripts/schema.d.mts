export interface SchemaFile {
  readonly name: string;
  readonly sql: string;
}

export function schemaFiles(): SchemaFile[];
export function baselineText(): string;
