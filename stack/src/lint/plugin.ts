import { relative } from 'node:path';
import { refusal } from './dependency-rules.ts';
import {
  endsInTag,
  refuseAttribute,
  refuseLocale,
  refuseMarkup,
  refuseSentence,
  refuseText,
  isScreenFile,
} from './hardcoded-text.ts';

/** The part of oxlint's plugin interface (compatible with ESLint) that these rules use. */
interface Context {
  readonly cwd: string;
  readonly filename: string;
  report(problem: { message: string; node: unknown }): void;
}
interface Importing {
  readonly source: { readonly value?: unknown } | null;
}
/** The used fields of a syntax tree node (ESTree with JSX). */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: unknown;
  readonly expression?: Node;
  readonly openingElement?: Node;
  readonly consequent?: Node;
  readonly alternate?: Node;
  readonly right?: Node;
  readonly quasis?: readonly { readonly value: { readonly cooked?: string | null } }[];
  readonly expressions?: readonly Node[];
  readonly tag?: Node;
  readonly quasi?: Node;
  readonly callee?: Node;
  readonly parent?: Node;
}

/** `comet/dependencies`: reports an import that folder-rules.ts does not allow, with the reason. */
const dependencies = {
  meta: {
    type: 'problem',
    docs: { description: 'Packages and features import only what folder-rules.ts allows.' },
  },
  create(context: Context) {
    const importer = relative(context.cwd, context.filename);
    const check = ({ source }: Importing): void => {
      if (typeof source?.value !== 'string') return;
      const reason = refusal(importer, source.value);
      if (reason !== null) context.report({ message: reason, node: source });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/** `comet/texts`: reports a sentence or a locale that is hard-coded in a screen, with the reason. */
const texts = {
  meta: { type: 'problem', docs: { description: 'Sentences are in packages/texts.' } },
  create(context: Context) {
    const file = relative(context.cwd, context.filename);
    if (!isScreenFile(file)) return {};
    const report = (message: string | null, node: Node): void => {
      if (message !== null) context.report({ message, node });
    };
    return {
      Literal(node: Node) {
        if (typeof node.value !== 'string') return;
        report(refuseLocale(node.value), node);
        if (isVisibleText(node)) report(refuseSentence(file, node.value), node);
      },
      TemplateLiteral(node: Node) {
        if (isVisibleText(node)) report(refuseSentence(file, literalText(node)), node);
      },
      TaggedTemplateExpression({ tag, quasi }: Node) {
        if (tag?.name !== 'html' || quasi === undefined) return;
        const pieces = quasiTexts(quasi);
        report(refuseMarkup(pieces), quasi);
        for (const [index, value] of (quasi.expressions ?? []).entries()) {
          if (value.type === 'TemplateLiteral' || endsInTag(pieces.slice(0, index + 1))) continue;
          report(refuseText(literalText(value), null), value);
        }
      },
      JSXText: (node: Node) => report(refuseText(String(node.value), parentTag(node)), node),
      JSXExpressionContainer(node: Node) {
        if (node.parent?.type === 'JSXAttribute') return;
        report(refuseText(literalText(node.expression), parentTag(node)), node);
      },
      JSXAttribute(node: Node) {
        const value = node.value as Node | null;
        const written = literalText(value?.type === 'JSXExpressionContainer' ? value.expression : value);
        report(refuseAttribute(nameOf(node), written), node);
      },
    };
  },
};

/** Returns the literal text of a string, a template or a conditional expression of these; empty for computed values. */
function literalText(node: Node | null | undefined): string {
  if (node?.type === 'ConditionalExpression')
    return `${literalText(node.consequent)} ${literalText(node.alternate)}`;
  if (node?.type === 'LogicalExpression') return literalText(node.right);
  if (node?.type === 'TemplateLiteral') {
    return quasiTexts(node).join(' ');
  }
  return typeof node?.value === 'string' ? node.value : '';
}

const quasiTexts = (template: Node): readonly string[] =>
  (template.quasis ?? []).map(({ value }) => value.cooked ?? '');

/** Returns false for attributes and markup, which have separate rules, and for error messages, which are for developers. */
function isVisibleText({ parent }: Node): boolean {
  if (parent?.type === 'NewExpression') return !String(parent.callee?.name).endsWith('Error');
  return parent?.type !== 'JSXAttribute' && parent?.type !== 'TaggedTemplateExpression';
}

/** Returns the name of a tag or attribute; empty if it is composed (`a:b`, `a.b`). */
function nameOf({ name }: Node): string {
  const own = (name as Node | undefined)?.name;
  return typeof own === 'string' ? own : '';
}

/** Returns the tag of a child's parent element, or null inside a fragment. */
function parentTag(child: Node): string | null {
  const opening = child.parent?.openingElement;
  return opening === undefined ? null : nameOf(opening);
}

export default { meta: { name: 'comet' }, rules: { dependencies, texts } };
