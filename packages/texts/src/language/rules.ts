import { formatText } from './format-text.ts';

/** The templates of rules in an error body; other rules have the server's text. */
const ruleTexts = {
  required: '{property} cannot be empty',
  email: 'Please enter a valid email address',
  sameAs: 'The value must be equal to the {otherName} value',
  minLength: 'The {property} must be at least {min} characters long',
} as const;

/**
 * Returns the texts of violated rules by property. `rules` are `property.ruleName[:limit]`; `message` contains the server's
 * texts joined by `|`, matched by position. Only the first rule of each property is used.
 */
export function ruleErrors(rules: readonly string[], message: string): Readonly<Record<string, string>> {
  const spoken = message.split('|');
  const errors: Record<string, string> = {};
  for (const [position, rule] of rules.entries()) {
    const { property, name, limit } = partsOf(rule);
    if (Object.hasOwn(errors, property)) continue;
    errors[property] = wordsOf(property, name, limit, spoken[position]?.trim());
  }
  return errors;
}

/** A limit may contain dots: `amount.max:1.5`. */
function partsOf(rule: string): { readonly property: string; readonly name: string; readonly limit: string } {
  const colon = rule.indexOf(':');
  const path = colon < 0 ? rule : rule.slice(0, colon);
  const dot = path.lastIndexOf('.');
  return {
    property: dot < 0 ? path : path.slice(0, dot),
    name: path.slice(dot + 1),
    limit: colon < 0 ? '' : rule.slice(colon + 1),
  };
}

function wordsOf(property: string, name: string, limit: string, spoken: string | undefined): string {
  const label = property.replaceAll('_', ' ');
  switch (name) {
    case 'required':
      return formatText(ruleTexts.required, { property: capitalised(label) });
    case 'email':
      return ruleTexts.email;
    case 'same_as':
      return formatText(ruleTexts.sameAs, { otherName: limit.replaceAll('_', ' ') });
    case 'min_length':
      return formatText(ruleTexts.minLength, { property: label, min: limit });
    default:
      return spoken === undefined || spoken === '' ? capitalised(label) : spoken;
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
