import type * as z from 'zod/mini';

/** One violated rule of a request: the property, the rule, and its text. */
export interface BrokenRule {
  /** `email.required`, `password.min_length:8`; nested properties are joined by dots. */
  readonly rule: string;
  readonly message: string;
}

/**
 * Converts issues of the parser to the rules and texts of an error body, one rule per property: the first is the one to fix first. Issues
 * must include their `input` (`reportInput` of the parser), else values of a wrong type are reported as missing.
 */
export function brokenRules(issues: readonly z.core.$ZodIssue[]): readonly BrokenRule[] {
  const seen = new Set<string>();
  const rules: BrokenRule[] = [];
  for (const issue of issues) {
    const property = issue.path.map(String).join('.') || 'body';
    if (seen.has(property)) continue;
    seen.add(property);
    rules.push(ruleOf(property, issue));
  }
  return rules;
}

/** The rule for a text with invalid content. */
export function formRule(property: string): BrokenRule {
  const message = `The ${property.replaceAll('_', ' ')} does not have the right form`;
  return { rule: `${property}.format`, message };
}

const typeWords: Readonly<Record<string, string>> = {
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function ruleOf(property: string, issue: z.core.$ZodIssue): BrokenRule {
  const label = property.replaceAll('_', ' ');
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? { rule: `${property}.required`, message: `${label} cannot be empty` }
        : {
            rule: `${property}.type:${issue.expected}`,
            message: `The ${label} must be ${typeWords[issue.expected] ?? `a ${issue.expected}`}`,
          };
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1)
        return { rule: `${property}.required`, message: `${label} cannot be empty` };
      return issue.origin === 'string'
        ? {
            rule: `${property}.min_length:${issue.minimum}`,
            message: `The ${label} must be at least ${issue.minimum} characters long`,
          }
        : {
            rule: `${property}.min:${issue.minimum}`,
            message: `The ${label} must be at least ${issue.minimum}`,
          };
    case 'too_big':
      return issue.origin === 'string'
        ? {
            rule: `${property}.max_length:${issue.maximum}`,
            message: `The ${label} must be at most ${issue.maximum} characters long`,
          }
        : {
            rule: `${property}.max:${issue.maximum}`,
            message: `The ${label} must be at most ${issue.maximum}`,
          };
    case 'invalid_format':
      return issue.format === 'email'
        ? { rule: `${property}.email`, message: 'Please enter a valid email address' }
        : formRule(property);
    case 'invalid_value':
    case 'invalid_union':
      return { rule: `${property}.one_of`, message: `The ${label} is not one of the possible values` };
    default:
      return { rule: `${property}.invalid`, message: `The ${label} is not valid` };
  }
}
