import { relative } from 'node:path';
import { refusal } from './arrows.ts';

/** The few parts of oxlint's plugin interface (ESLint's shape) that this rule touches. */
interface Context {
  readonly cwd: string;
  readonly filename: string;
  report(problem: { message: string; node: unknown }): void;
}
interface Importing {
  readonly source: { readonly value?: unknown } | null;
}

/** `comet/arrows`: refuses an import that the house has no arrow for, with the reason. */
const arrows = {
  meta: { type: 'problem', docs: { description: 'Rooms import only along the arrows of the house.' } },
  create(context: Context) {
    const importer = relative(context.cwd, context.filename);
    const judge = ({ source }: Importing): void => {
      if (typeof source?.value !== 'string') return;
      const reason = refusal(importer, source.value);
      if (reason !== null) context.report({ message: reason, node: source });
    };
    return {
      ImportDeclaration: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
      ImportExpression: judge,
    };
  },
};

export default { meta: { name: 'comet' }, rules: { arrows } };
