/** A variable for the documents and `--help`. */
export interface VariableDescription {
  readonly name: string;
  /** The default, `required` or `none`, in Markdown. */
  readonly fallback: string;
  /** In Markdown. */
  readonly meaning: string;
}

/** The variables as a table in Markdown. */
export function environmentTable(variables: readonly VariableDescription[]): string {
  const rows = variables.map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`);
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** The variables as lines of a program's help. */
export function environmentHelp(variables: readonly VariableDescription[]): string {
  const plain = (markdown: string) => markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  return variables
    .map(
      ({ name, fallback, meaning }) =>
        `  ${name} (${fallback === 'required' ? '' : 'default '}${plain(fallback)})\n      ${plain(meaning)}\n`,
    )
    .join('');
}

/** Returns a document with the table after a program's comment replaced. Tests compare documents with it. */
export function withEnvironmentTable(
  document: string,
  program: string,
  variables: readonly VariableDescription[],
): string {
  const table = new RegExp(`(<!-- environment of ${program} -->\\n)(?:\\|.*\\n)*`);
  if (!table.test(document)) throw new Error(`The document has no table of ${program}`);
  return document.replace(table, (_, comment: string) => `${comment}${environmentTable(variables)}\n`);
}
