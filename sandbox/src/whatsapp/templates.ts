import { randomInt } from 'node:crypto';
import { GraphError } from './faults.ts';
import { assertValidTemplate, findVariables, type TemplateFields } from './template-rules.ts';

export type TemplateState = 'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED';

export interface Template extends TemplateFields {
  readonly id: string;
  status: TemplateState;
  rejected_reason?: string;
}

/** A button that a phone shows under a message. */
export interface ShownButton {
  readonly kind: 'reply' | 'url' | 'phone';
  readonly text: string;
  /** The payload of a reply, an address, or a number. */
  readonly value: string;
}

/** A message as the phone shows it. */
export interface ShownText {
  readonly text: string;
  readonly buttons: readonly ShownButton[];
}

interface Parameter {
  readonly type?: string;
  readonly text?: string;
  readonly payload?: string;
  readonly parameter_name?: string;
}

/** The `template` of a message. */
export interface TemplateMessage {
  readonly name?: string;
  readonly language?: { readonly code?: string };
  readonly components?: readonly {
    readonly type?: string;
    readonly sub_type?: string;
    readonly index?: string | number;
    readonly parameters?: readonly Parameter[];
  }[];
}

/** The registered templates of one WhatsApp Business account. */
export class TemplateRegistry {
  readonly #templates: Template[] = [];

  constructor() {
    // Each new account has this template.
    this.create({
      name: 'hello_world',
      language: 'en_US',
      category: 'UTILITY',
      parameter_format: 'POSITIONAL',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
        { type: 'BODY', text: 'Welcome and congratulations!! This message shows that you can send.' },
        { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
      ],
    }).status = 'APPROVED';
  }

  get all(): readonly Template[] {
    return this.#templates;
  }

  create(fields: Partial<TemplateFields>): Template {
    const valid = assertValidTemplate(fields);
    if (this.#find(valid.name, valid.language))
      throw new GraphError(100, 'There is already English content for this template name and language.');
    const template: Template = { id: String(randomInt(1e14, 2e14)), status: 'PENDING', ...valid };
    this.#templates.push(template);
    return template;
  }

  byId(id: string): Template | undefined {
    return this.#templates.find((template) => template.id === id);
  }

  /** Checks a message against its template. Returns the text that the phone shows. */
  render(message: TemplateMessage): ShownText {
    const { name = '', language } = message;
    const template = this.#find(name, language?.code ?? '');
    if (!template || template.status === 'PENDING' || template.status === 'REJECTED')
      throw new GraphError(
        132001,
        `template name (${name}) does not exist in ${language?.code ?? 'the language'}`,
      );
    if (template.status === 'PAUSED') throw new GraphError(132015);
    if (template.status === 'DISABLED') throw new GraphError(132016);
    const isNamed = template.parameter_format === 'NAMED';
    const sections = template.components
      .filter(({ type, text }) => type !== 'BUTTONS' && text !== undefined)
      .map(({ type, text = '' }) => {
        const kind = type.toLowerCase();
        const given = message.components?.find((component) => component.type?.toLowerCase() === kind);
        return fill(text, given?.parameters ?? [], kind, isNamed);
      });
    const text = sections.join('\n');
    if (text.length > 1024) throw new GraphError(132005, `The text has ${text.length} characters`);
    return { text, buttons: renderButtons(template, message) };
  }

  #find(name: string, language: string): Template | undefined {
    return this.#templates.find((template) => template.name === name && template.language === language);
  }
}

/** Fills the variables of one component. */
function fill(text: string, parameters: readonly Parameter[], kind: string, isNamed: boolean): string {
  const variables = findVariables(text);
  if (parameters.length !== variables.length)
    throw new GraphError(
      132000,
      `${kind}: number of localizable_params (${parameters.length}) does not match the expected number of params (${variables.length})`,
    );
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, variable: string) => {
    const parameter = isNamed
      ? parameters.find(({ parameter_name: name }) => name === variable)
      : parameters[Number(variable) - 1];
    return getParameterText(parameter, `${kind}: variable ${variable}`);
  });
}

function getParameterText(parameter: Parameter | undefined, where: string): string {
  if (!parameter) throw new GraphError(100, `${where} has no parameter of its name`);
  if (parameter.type !== 'text') throw new GraphError(132012, `${where}: expected a parameter of type text`);
  if (!parameter.text) throw new GraphError(131008, `${where}: parameter of type text is missing text value`);
  if (/[\n\t]| {5}/.test(parameter.text)) throw new GraphError(132018);
  return parameter.text;
}

function renderButtons(template: Template, message: TemplateMessage): ShownButton[] {
  const buttons = template.components.find(({ type }) => type === 'BUTTONS')?.buttons ?? [];
  const given = message.components?.filter(({ type }) => type?.toLowerCase() === 'button') ?? [];
  for (const { index, sub_type: kind = '' } of given) {
    const registered = buttons[Number(index)]?.type.toLowerCase();
    if (registered !== kind.toLowerCase())
      throw new GraphError(132012, `buttons: Button at index ${index} is not of type ${kind}`);
  }
  return buttons.map(({ type, text, url = '', phone_number: phone = '' }, at) => {
    const parameter = given.find(({ index }) => Number(index) === at)?.parameters?.[0];
    if (type === 'QUICK_REPLY') return { kind: 'reply', text, value: getPayload(parameter, text) };
    if (type === 'PHONE_NUMBER') return { kind: 'phone', text, value: phone };
    const hasVariable = findVariables(url).length > 0;
    if (!hasVariable && parameter)
      throw new GraphError(132000, `buttons: Button at index ${at} has no variable`);
    if (hasVariable && !parameter)
      throw new GraphError(131008, `buttons: Button at index ${at} of type Url requires a parameter`);
    const value = url.replace(/\{\{\w+\}\}/, () => getParameterText(parameter, `buttons: index ${at}`));
    return { kind: 'url', text, value };
  });
}

/** Returns what a tap on a quick reply sends back: its payload, or without one its text. */
function getPayload(parameter: Parameter | undefined, text: string): string {
  if (!parameter) return text;
  if (parameter.type !== 'payload' || !parameter.payload)
    throw new GraphError(131008, 'buttons: a quick reply requires a parameter of type payload');
  if (parameter.payload.length > 256) throw new GraphError(131009, 'payload: at most 256 characters');
  return parameter.payload;
}
