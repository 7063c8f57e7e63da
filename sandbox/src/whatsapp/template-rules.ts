import { GraphError } from './faults.ts';

/** A button of a template. A `url` may end in one variable. */
interface TemplateButton {
  readonly type: string;
  readonly text: string;
  readonly otp_type?: string;
  readonly url?: string;
  readonly phone_number?: string;
}

interface TemplateComponent {
  readonly type: string;
  readonly format?: string;
  readonly text?: string;
  readonly buttons?: readonly TemplateButton[];
  readonly example?: unknown;
  readonly add_security_recommendation?: boolean;
  readonly code_expiration_minutes?: number;
}

/** The fields with which a template is created. */
export interface TemplateFields {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly parameter_format: 'POSITIONAL' | 'NAMED';
  readonly components: readonly TemplateComponent[];
}

const categories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'];
const longest: Readonly<Record<string, number>> = { HEADER: 60, BODY: 1024, FOOTER: 60 };

/** Lists the variables of a text in order, each once: `1` or `name` of `{{name}}`. */
export function findVariables(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name ?? ''))];
}

/** Checks a new template as the documentation has it. Throws the refusal of the API. */
export function assertValidTemplate(fields: Partial<TemplateFields>): TemplateFields {
  const { name = '', language = '', category = '', components = [] } = fields;
  // The API takes the format in either case.
  const format = fields.parameter_format?.toUpperCase() === 'NAMED' ? 'NAMED' : 'POSITIONAL';
  const upper = components.map((component) => ({ ...component, type: component.type.toUpperCase() }));
  assert(/^[a-z0-9_]{1,512}$/.test(name), 'name: lower-case letters, digits and underscores only');
  assert(/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language), 'language: unknown language');
  assert(categories.includes(category), `category: must be one of ${categories.join(', ')}`);
  assert(upper.filter(({ type }) => type === 'BODY').length === 1, 'components: one BODY is required');
  if (category === 'AUTHENTICATION')
    return { name, language, category, parameter_format: 'POSITIONAL', components: toCode(upper) };
  for (const component of upper) assertValidComponent(component, format);
  return { name, language, category, parameter_format: format, components: upper };
}

function assertValidComponent(component: TemplateComponent, format: 'NAMED' | 'POSITIONAL'): void {
  const { type, text = '' } = component;
  if (type === 'BUTTONS') return assertValidButtons(component);
  const length = longest[type];
  assert(length !== undefined, `components: unknown type ${type}`);
  assert(text.length > 0 && text.length <= length, `${type}: the text must have 1 to ${length} characters`);
  const variables = findVariables(text);
  assert(type !== 'FOOTER' || variables.length === 0, 'FOOTER: no variables are allowed');
  assert(type !== 'HEADER' || variables.length <= 1, 'HEADER: at most one variable');
  assert(
    format === 'NAMED'
      ? variables.every((name) => /^[a-z_][a-z0-9_]*$/.test(name))
      : variables.every((name, at) => name === String(at + 1)),
    `${type}: variables must be ${format === 'NAMED' ? 'named' : 'numbered 1, 2, 3 in order'}`,
  );
  if (variables.length === 0) return;
  assert(
    type !== 'BODY' || (!/^\s*\{\{/.test(text) && !/\}\}\s*$/.test(text)),
    'BODY: variables cannot be at the start or end of the template',
  );
  assert(component.example !== undefined, `${type}: a component with variables needs an example`);
}

/** Writes the text of a code, which is the platform's own: only its parts are chosen. */
function toCode(components: readonly TemplateComponent[]): TemplateComponent[] {
  const of = (wanted: string) => components.find(({ type }) => type === wanted);
  assert(
    components.every(({ text }) => text === undefined),
    'components: a template of category AUTHENTICATION has no text of its own',
  );
  const minutes = of('FOOTER')?.code_expiration_minutes;
  assert(minutes === undefined || (minutes >= 1 && minutes <= 90), 'FOOTER: 1 to 90 minutes');
  const [button, ...more] = of('BUTTONS')?.buttons ?? [];
  assert(
    button?.type === 'OTP' && button.otp_type === 'COPY_CODE' && more.length === 0,
    'BUTTONS: one button of type OTP is required',
  );
  const advice = of('BODY')?.add_security_recommendation ? ' For your security, do not share this code.' : '';
  return [
    { type: 'BODY', text: `{{1}} is your verification code.${advice}` },
    ...(minutes === undefined ? [] : [{ type: 'FOOTER', text: `This code expires in ${minutes} minutes.` }]),
    {
      type: 'BUTTONS',
      buttons: [{ type: 'URL', text: 'Copy code', url: 'https://www.whatsapp.com/otp/code/?code=otp{{1}}' }],
    },
  ];
}

function assertValidButtons({ buttons = [] }: TemplateComponent): void {
  assert(buttons.length > 0 && buttons.length <= 10, 'BUTTONS: 1 to 10 buttons');
  assert(buttons.filter(({ type }) => type === 'URL').length <= 2, 'BUTTONS: at most 2 of type URL');
  assert(buttons.filter(({ type }) => type === 'PHONE_NUMBER').length <= 1, 'BUTTONS: at most 1 number');
  for (const { type, text, url } of buttons) {
    assert(['QUICK_REPLY', 'URL', 'PHONE_NUMBER'].includes(type), `BUTTONS: unknown type ${type}`);
    assert(text.length > 0 && text.length <= 25, 'BUTTONS: a text must have 1 to 25 characters');
    assert(findVariables(text).length === 0, 'BUTTONS: a text cannot have variables');
    if (type === 'URL')
      assert(isButtonAddress(url ?? ''), 'BUTTONS: a url may have one variable, at its end');
  }
  const isReply = buttons.map(({ type }) => type === 'QUICK_REPLY');
  const changes = isReply.filter((is, at) => at > 0 && is !== isReply[at - 1]).length;
  assert(changes <= 1, 'BUTTONS: quick replies must be together, and so must the others');
}

function isButtonAddress(url: string): boolean {
  const [before = '', ...after] = url.split(/\{\{\w+\}\}/);
  return URL.canParse(before) && (after.length === 0 || (after.length === 1 && after[0] === ''));
}

function assert(isRight: boolean, details: string): asserts isRight {
  if (!isRight) throw new GraphError(100, details);
}
