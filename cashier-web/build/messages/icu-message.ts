import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * The type of a parameter of a message. A message can write a number in digits or as a duration, or use it to choose a plural
 * form.
 */
export type ParameterType = 'string' | 'number';

/** A parsed message: the JavaScript expression that writes it, and its parameters in alphabetical order. */
export interface CompiledMessage {
  readonly expression: string;
  readonly parameters: ReadonlyMap<string, ParameterType>;
  /**
   * The plural categories, such as `one` and `other`, for which the message has texts: one list for each plural in the message.
   */
  readonly plurals: readonly (readonly string[])[];
}

/** Compiles an ICU message. Throws an error if it is malformed or uses syntax that the cashier does not support. */
export function compileMessage(message: string): CompiledMessage {
  const parameters = new Map<string, ParameterType>();
  const plurals: (readonly string[])[] = [];

  const use = (name: string, type: ParameterType) => {
    if (!/^[a-z][a-zA-Z]*$/.test(name)) throw new Error(`"${name}" is not a valid parameter name.`);
    parameters.set(name, parameters.get(name) === 'number' ? 'number' : type);
    return name;
  };
  const template = (elements: readonly MessageFormatElement[], counted?: string): string =>
    `\`${elements.map((element) => part(element, counted)).join('')}\``;
  const part = (element: MessageFormatElement, counted?: string): string => {
    switch (element.type) {
      case TYPE.literal:
        return element.value.replaceAll(/[`\\]|\$\{/g, '\\$&');
      case TYPE.argument:
        return `\${${use(element.value, 'string')}}`;
      case TYPE.number:
        return `\${number(${use(element.value, 'number')}${unitOf(element.style)})}`;
      case TYPE.pound:
        return `\${number(${counted})}`;
      case TYPE.plural: {
        const name = use(element.value, 'number');
        const cases = Object.entries(element.options);
        const inWords = cases.every(([category]) => /^[a-z]+$/.test(category));
        if (element.offset !== 0 || element.pluralType !== 'cardinal' || !inWords)
          throw new Error(`The plural of {${name}} must not use an offset, ordinals or exact numbers.`);
        plurals.push(cases.map(([category]) => category));
        const texts = cases.map(([category, { value }]) => `${category}: ${template(value, name)}`);
        return `\${plural(${name}, { ${texts.join(', ')} })}`;
      }
      default:
        throw new Error(`Dates, times, tags and select are not supported: ${message}`);
    }
  };

  const expression = template(parse(message, { ignoreTag: true, captureLocation: false }));
  const sorted = [...parameters].sort(([one], [other]) => (one < other ? -1 : 1));
  return { expression, parameters: new Map(sorted), plurals };
}

/**
 * The generated code for the second argument of `number()`. For a duration, it is the unit: `, 'minute'`. Empty for a plain
 * number.
 */
function unitOf(style: Extract<MessageFormatElement, { readonly type: TYPE.number }>['style']): string {
  if (!style) return '';
  const { unit, unitDisplay, ...others } = typeof style === 'string' ? {} : style.parsedOptions;
  const isDuration = /^(second|minute|hour|day)$/.test(unit ?? '') && unitDisplay === 'long';
  const rest = Object.keys(others).filter((option) => option !== 'style' && option !== 'currencyDisplay');
  if (!isDuration || rest.length > 0)
    throw new Error('A number may only have a style like "::unit/minute unit-width-full-name".');
  return `, '${unit}'`;
}
