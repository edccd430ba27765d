import { say } from './say.ts';

/** The templates that a rule of an error body is worded with; the server's own words stand in for any other rule. */
const ruleTexts = {
  required: '{property} cannot be empty',
  email: 'Please enter a valid email address',
  sameAs: 'The value must be equal to the {otherName} value',
  minLength: 'The {property} must be at least {min} characters long',
} as const;

/**
 * The words of broken rules by property. `rules` are `property.ruleName[:limit]`; `message` holds the server's own
 * texts joined by `|`, matched by position. Only the first rule of a property is kept: it is the one to mend first.
 */
export function ruleErrors(rules: readonly string[], message: string): Readonly<Record<string, string>> {
  const spoken = message.split('|');
  const errors: Record<string, string> = {};
  for (const [position, rule] of rules.entries()) {
    const dot = rule.lastIndexOf('.');
    const property = dot < 0 ? rule : rule.slice(0, dot);
    if (Object.hasOwn(errors, property)) continue;
    errors[property] = wordsOf(property, rule.slice(dot + 1), spoken[position]?.trim());
  }
  return errors;
}

function wordsOf(property: string, rule: string, spoken: string | undefined): string {
  const [name = '', limit = ''] = rule.split(':');
  const label = property.replaceAll('_', ' ');
  switch (name) {
    case 'required':
      return say(ruleTexts.required, { property: capitalised(label) });
    case 'email':
      return ruleTexts.email;
    case 'same_as':
      return say(ruleTexts.sameAs, { otherName: limit.replaceAll('_', ' ') });
    case 'min_length':
      return say(ruleTexts.minLength, { property: label, min: limit });
    default:
      return spoken === undefined || spoken === '' ? capitalised(label) : spoken;
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
