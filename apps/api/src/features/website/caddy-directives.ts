/** A token that may have placeholders and braces of a regular expression. */
interface ExpressionToken {
  readonly expression: string;
}

type Token = string | ExpressionToken;

/** A directive of a Caddyfile: tokens, and perhaps a block. */
export interface Directive {
  readonly tokens: readonly Token[];
  readonly block: readonly Directive[] | null;
}

export const directive = (...tokens: readonly Token[]): Directive => ({ tokens, block: null });

export const block = (tokens: readonly Token[], inner: readonly Directive[]): Directive => ({
  tokens,
  block: inner,
});

/** Marks a token of ours that may have braces. Never use it for values from outside. */
export const expressionToken = (expression: string): ExpressionToken => ({ expression });

/** Returns the text of directives, indented by tabs as `caddy fmt` does. Throws for a token that could change the structure. */
export function printDirectives(directives: readonly Directive[], depth = 0): string {
  const indent = '\t'.repeat(depth);
  return directives
    .map(({ tokens, block: inner }) => {
      const line = indent + tokens.map(printToken).join(' ');
      return inner === null ? `${line}\n` : `${line} {\n${printDirectives(inner, depth + 1)}${indent}}\n`;
    })
    .join('');
}

/**
 * Tokens with other characters are quoted by backquotes, within which Caddy reads everything literally but placeholders. A value with a
 * brace is refused: `{$NAME}` is replaced everywhere, and `{…}` in most values.
 */
function printToken(token: Token): string {
  const text = typeof token === 'string' ? token : token.expression;
  const isRefused =
    text === '' || /[^ -~]|`/.test(text) || (typeof token === 'string' ? /[{}]/ : /\{\$/).test(text);
  if (isRefused) throw new Error(`The Caddyfile cannot contain ${JSON.stringify(text)}.`);
  return /^[\w./:@*=-]+$/.test(text) ? text : `\`${text}\``;
}
