/** Variables of a program. */
export type Variables = Readonly<Record<string, string>>;

/**
 * Returns the text of a file for systemd's `EnvironmentFile=` (systemd.exec(5)), one variable a line. Throws for a name or value that would
 * need quotes there, in a shell, or in HAProxy's configuration: a value cannot add a line or a directive.
 */
export function environmentFile(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => {
      if (!/^[A-Z][A-Z0-9_]*$/.test(name)) throw new Error(`Not a variable's name: ${JSON.stringify(name)}`);
      if (!/^[\w.:/,=@+-]+$/.test(value))
        throw new Error(`${name} may have letters, digits and . : / , = @ + - _ only`);
      return `${name}=${value}\n`;
    })
    .join('');
}
